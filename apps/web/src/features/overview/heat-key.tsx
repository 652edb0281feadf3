import cellStyle from './heat-cell.module.css'

/** Legend of the heat strips. */
export function HeatKey() {
  return (
    <ul className={cellStyle.key} aria-label="Legend">
      <li>
        <Steps tone="worse" /> slower by 20, 10, 5, 2%
      </li>
      <li>
        <Steps tone="better" /> faster
      </li>
      <li>
        <i className={cellStyle.cell} data-kind="compared" data-tone="better" data-step="2" data-inconclusive="true" />
        inconclusive
      </li>
      <li>
        <i
          className={cellStyle.cell}
          data-kind="compared"
          data-tone="neutral"
          data-step="0"
          data-inconclusive="false"
        />{' '}
        no change
      </li>
      <li>
        <i className={cellStyle.cell} data-kind="not compared" /> nothing to compare
      </li>
      <li>
        <i className={cellStyle.cell} data-kind="first" /> first release
      </li>
      <li>
        <i className={cellStyle.dot} /> some tests went the other way
      </li>
      <li>Tests of the newest release: ▼ regressions, ▲ improvements, ● no change, ○ inconclusive</li>
    </ul>
  )
}

function Steps({ tone }: { tone: 'worse' | 'better' }) {
  return (
    <span className={cellStyle.steps}>
      {[4, 3, 2, 1].map((step) => (
        <i
          key={step}
          className={cellStyle.cell}
          data-kind="compared"
          data-tone={tone}
          data-step={step}
          data-inconclusive="false"
        />
      ))}
    </span>
  )
}
