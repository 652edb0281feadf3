import type { Outline } from '@assay/domain/publish/markdown/render-spec'
import style from './spec-screen.module.css'

/** The headings of a spec, its outcome, and its appendix. */
export function SpecOutline({ outline, hasOutcome = false }: { outline: Outline; hasOutcome?: boolean }) {
  return (
    <nav aria-label="Outline" className={`${style.outline} no-print`}>
      <ul>
        {outline.map(({ id, depth, text }) => (
          <li key={id} data-depth={Math.min(depth, 4)}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
        {hasOutcome && (
          <li data-depth="1">
            <a href="#outcome">Outcome</a>
          </li>
        )}
        <li data-depth="1">
          <a href="#appendix">Appendix</a>
        </li>
      </ul>
    </nav>
  )
}
