'use client'

import type { PlanChange, PlanDiffLine } from '@assay/domain/run/query-plans/compare-plans'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../trpc/client.ts'
import { formatMetricValue } from '../../../ui/format-metric-value.ts'
import type { CellQuery } from './cell-query.ts'
import { newestPair } from './newest-pair.ts'
import { useCellResults } from './use-cell-results.ts'
import style from './why-drawer.module.css'

type Side = { runId: string; test: string; clients: number }
type Names = { own: string; base: string }
type Props = { project: string; mine: CellQuery | null; base: CellQuery | null; names: Names }

/** The plans that changed between the newest runs of a cell and of its base. */
export function CellPlans({ project, mine, base, names }: Props) {
  const { data } = useCellResults(project, mine, base)
  const newest = data === undefined ? null : newestPair(data)
  return newest === null ? null : <PlanDifferences project={project} {...newest} names={names} />
}

/** The plans of statements that changed between the two runs, each as one tree; nothing where no run has plans. */
function PlanDifferences({ project, base, own, names }: { project: string; base: Side; own: Side; names: Names }) {
  const { test, clients } = own
  const { data } = useQuery({
    queryKey: ['plans', project, base.runId, own.runId, test, clients],
    queryFn: () => client.profiles.plans.query({ project, a: base.runId, b: own.runId, test, clients }),
  })
  if (data === undefined || (!data.recorded.a && !data.recorded.b)) return null
  const changed = data.changes.filter(({ sentence }) => sentence !== null)
  return (
    <section aria-label="Plans">
      <h3>Plans</h3>
      {data.recorded.a && data.recorded.b ? (
        changed.length === 0 && <p className={style.absent}>The plans of {data.changes.length} statements are equal.</p>
      ) : (
        <p className={style.absent}>Not recorded in both runs: plans.</p>
      )}
      {changed.length > 0 && (
        <p className={style.sides}>
          - {names.base}, + {names.own}
        </p>
      )}
      {changed.map((change) => (
        <PlanTree key={change.statement} change={change} names={names} />
      ))}
    </section>
  )
}

const SIGNS = { both: ' ', base: '-', own: '+' } as const

function PlanTree({ change, names }: { change: PlanChange; names: Names }) {
  const { statement, text, sentence, lines } = change
  return (
    <figure className={style.plan}>
      <figcaption>
        {sentence} {text !== null && <code>{text}</code>}
      </figcaption>
      <ul aria-label={`Plan of statement ${statement}: - ${names.base}, + ${names.own}`}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan may have the same node twice, and lines never move
          <li key={at} data-side={line.side} style={{ paddingInlineStart: `${line.depth}em` }}>
            <span aria-hidden="true">{SIGNS[line.side]}</span>
            {line.side !== 'both' && <span className="visually-hidden">only {names[line.side]}: </span>}
            {line.label} {timesOf(line)}
          </li>
        ))}
      </ul>
    </figure>
  )
}

function timesOf({ baseMs, ownMs }: PlanDiffLine): string {
  const known = [baseMs, ownMs].filter((ms) => ms !== null).map((ms) => `${formatMetricValue(ms)} ms`)
  return known.length === 0 ? '' : `(${known.join(' → ')})`
}
