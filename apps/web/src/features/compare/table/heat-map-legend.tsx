import { HEAT_STEPS } from '@assay/domain/compare/render/heat-map'
import { Segments } from '../../../ui/segments.tsx'
import style from './heat-cells.module.css'

type Props = { isHeat: boolean; setHeat: (wanted: boolean) => void }

const VIEWS = [
  ['heat', 'Heat map'],
  ['numbers', 'Numbers'],
] as const

/** Switches between heat map and numbers, and explains the colors. */
export function HeatLegend({ isHeat, setHeat }: Props) {
  return (
    <div className={`${style.legend} no-print`}>
      <Segments
        legend="Cells"
        options={VIEWS}
        value={isHeat ? 'heat' : 'numbers'}
        onChange={(view) => setHeat(view === 'heat')}
      />
      {isHeat && (
        <ul aria-label="Colors of the heat map">
          <li>
            <span className={style.steps}>
              {([4, 3, 2, 1] as const).map((step) => (
                <i key={step} className={style.cell} data-tone="worse" data-step={step} data-state="change" />
              ))}
            </span>
            worse
          </li>
          <li>
            <span className={style.steps}>
              {([1, 2, 3, 4] as const).map((step) => (
                <i key={step} className={style.cell} data-tone="better" data-step={step} data-state="change" />
              ))}
            </span>
            better, from {HEAT_STEPS.map((change) => 100 * change).join(', ')}%
          </li>
          <li>
            <i className={style.cell} data-tone="worse" data-step="2" data-state="inconclusive" /> inconclusive
          </li>
          <li>
            <i className={style.cell} data-step="0" data-state="no change" /> no change
          </li>
          <li>
            <i className={style.cell} data-step="0" data-state="not judged" /> not judged
          </li>
          <li>
            <i className={style.cell} data-step="0" data-state="base" /> base
          </li>
        </ul>
      )}
    </div>
  )
}
