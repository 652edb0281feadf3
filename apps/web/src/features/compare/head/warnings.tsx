import type { GridWarning } from '@assay/domain/compare/grid'
import { isShortList, warningKinds } from '@assay/domain/compare/warnings/warning-kinds'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { countOf } from '../../../ui/format-count.ts'
import { Notice } from '../../../ui/notice.tsx'
import style from './warnings.module.css'

/** Warnings about the data of the table. A long list is collapsed behind the number of warnings of each kind. */
export function Warnings({ warnings }: { warnings: readonly GridWarning[] }) {
  if (warnings.length === 0) return null
  const list = (
    <ul>
      {warnings.map(({ code, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two warnings may have the same text
        <li key={`${code} ${at}`}>{showBidiControls(text)}</li>
      ))}
    </ul>
  )
  if (isShortList(warnings)) return <Notice>{list}</Notice>
  return (
    <Notice>
      <details className={style.folded}>
        <summary>
          <strong>{countOf(warnings.length, 'warning')}.</strong> <span>{warningKinds(warnings).join(', ')}</span>
        </summary>
        {list}
      </details>
    </Notice>
  )
}
