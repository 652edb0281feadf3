import type { GridWarning } from '@assay/domain/compare/grid'
import { countOf } from '../../../ui/format-count.ts'
import { Notice } from '../../../ui/notice.tsx'
import style from './warnings.module.css'

/** Up to so many warnings, and characters in all, they stand open. */
const MOST_OPEN = 3
const MOST_CHARACTERS = 700

/** What a reader should know before trusting the table. Many warnings are folded behind the first words of each. */
export function Warnings({ warnings }: { warnings: readonly GridWarning[] }) {
  if (warnings.length === 0) return null
  const list = (
    <ul>
      {warnings.map(({ code, text }) => (
        <li key={`${code} ${text}`}>{text}</li>
      ))}
    </ul>
  )
  const characters = warnings.reduce((sum, { text }) => sum + text.length, 0)
  if (warnings.length <= MOST_OPEN && characters <= MOST_CHARACTERS) return <Notice>{list}</Notice>
  return (
    <Notice>
      <details className={style.folded}>
        <summary>
          <strong>Before you trust this table: {countOf(warnings.length, 'warning')}.</strong>
          <ul className={style.beginnings}>
            {warnings.slice(0, MOST_OPEN).map(({ code, text }) => (
              <li key={`${code} ${text}`}>{text}</li>
            ))}
          </ul>
        </summary>
        {list}
      </details>
    </Notice>
  )
}
