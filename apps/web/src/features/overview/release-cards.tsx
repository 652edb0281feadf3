import { ratioPlot } from '@assay/domain/findings/releases/ratio-plot'
import { percentWords } from '@assay/domain/findings/releases/release-words'
import { plural } from '@assay/domain/plural'
import type { ReleaseCard } from '../../trpc/api-types.ts'
import { RatioDotPlot } from '../../ui/ratio-dot-plot.tsx'
import style from './release-cards.module.css'
import { releaseHref } from './release-href.ts'

/** The newest release of each machine against the previous one, with a dot for each test. */
export function ReleaseCards({ project, cards }: { project: string; cards: readonly ReleaseCard[] }) {
  return (
    <ul className={style.cards}>
      {cards.map((card) => (
        <li key={`${card.strip.product} ${card.strip.hardware} ${card.strip.benchmark}`}>
          <Card project={project} card={card} />
        </li>
      ))}
    </ul>
  )
}

function Card({ project, card: { strip, cell, lines } }: { project: string; card: ReleaseCard }) {
  const { product, hardware, benchmark } = strip
  const { version, previous, result } = cell
  const pair = `${product} ${version} vs ${previous}`
  return (
    <article className={style.card}>
      <h3>
        <a href={releaseHref(project, strip, { from: previous, to: version })}>{pair}</a>
      </h3>
      <p className={style.place}>
        {hardware}, {benchmark}
      </p>
      <RatioDotPlot plot={ratioPlot(lines)} label={`${pair} on ${hardware}: the ratio of each test`} />
      <p className={style.verdict}>
        <Verdict result={result} />
      </p>
      <p className={style.counts}>
        <span data-tone={result.regressions > 0 ? 'worse' : undefined}>▼ {result.regressions}</span>
        <span data-tone={result.improvements > 0 ? 'better' : undefined}>▲ {result.improvements}</span>
        <span>● {result.noChange}</span>
        <span>○ {result.inconclusive}</span>
        {result.notCompared > 0 && <span>{result.notCompared} not compared</span>}
      </p>
    </article>
  )
}

function Verdict({ result }: { result: ReleaseCard['cell']['result'] }) {
  const { worst, best, compared, noChange } = result
  const changes = [
    ...worst.slice(0, 1).map((one) => ({ ...one, tone: 'worse' })),
    ...best.slice(0, 1).map((one) => ({ ...one, tone: 'better' })),
  ]
  if (changes.length === 0) {
    return noChange === 0
      ? `Inconclusive in ${plural(compared, 'test')}`
      : `No significant change in ${plural(compared, 'test')}`
  }
  return changes.map(({ name, ratio, tone }, at) => (
    <span key={name}>
      {at > 0 && ', '}
      <span data-tone={tone}>
        {name} {percentWords(ratio)}
      </span>
    </span>
  ))
}
