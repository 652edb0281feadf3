import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { flagText } from '@assay/domain/compare/render/flag-text'
import style from './legend.module.css'

type Props = {
  comparison: Comparison
  grid: Grid
  hrefTo: (comparison: Comparison) => string
}

/** The validity flags that exclude results of this table from verdicts, and the link that includes them. */
export function ValidityLegend({ comparison, grid, hrefTo }: Props) {
  const { excluded, counted } = flagText(grid.tables)
  if (excluded.length === 0 && counted.length === 0) return null
  const href = hrefTo({ ...comparison, countBadged: !comparison.countBadged })
  return (
    <ul className={style.doubts} aria-label="Flagged results">
      <li>
        {excluded.length > 0 ? (
          <>
            <span className={style.noPart}>gray</span>
            {` shown, but excluded from bands and means: ${excluded.join(', ')}. `}
          </>
        ) : (
          `Included although ${counted.join(', ')}. `
        )}
        <a href={href} data-soft="">
          {excluded.length > 0 ? 'Include them' : 'Exclude them'}
        </a>
      </li>
    </ul>
  )
}
