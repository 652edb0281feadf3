import type { Outline } from '@assay/domain/publish/markdown/render-spec'
import { sectionNumbers } from '@assay/domain/specs/text/outline'
import type { SectionsOfSpec } from './prepare-spec.ts'
import { SectionProgress } from './section-progress.tsx'
import style from './spec-screen.module.css'

type Props = { outline: Outline; hasOutcome?: boolean; reading: SectionsOfSpec }

/** The headings of a spec with their numbers, its outcome, and its appendix. */
export function SpecOutline({ outline, hasOutcome = false, reading }: Props) {
  const numbers = sectionNumbers(outline)
  return (
    <nav aria-label="Outline" className={`${style.outline} no-print`}>
      <SectionProgress sections={outline.map(({ id }) => id)} {...reading} />
      <ul>
        {outline.map(({ id, depth, text }, at) => (
          <li key={id} data-depth={Math.min(depth, 4)}>
            <a href={`#${id}`}>
              {numbers[at] !== undefined && <span aria-hidden="true">{numbers[at]} </span>}
              {text}
            </a>
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
