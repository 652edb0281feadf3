'use client'

import { pairMetrics } from '@assay/domain/compare/explain/paired-metrics'
import type { CellQuery } from './cell-query.ts'
import { newestPair } from './newest-pair.ts'
import { PairedLines } from './paired-lines.tsx'
import { RepeatStrip } from './repeat-strip.tsx'
import { RunDifferences } from './run-differences.tsx'
import { useCellResults } from './use-cell-results.ts'
import style from './why-drawer.module.css'

type Props = {
  project: string
  metric: string
  unit: string
  mine: CellQuery | null
  base: CellQuery | null
  /** Names of the two sides, such as versions. */
  names: { own: string; base: string }
}

/** Evidence for one cell that needs room: every repeat, samples over time, and what differs between the runs. */
export function WhyDrawer({ project, metric, unit, mine, base, names }: Props) {
  const { data } = useCellResults(project, mine, base)
  if (data === undefined) return null
  const repeats = pairMetrics(metric, data.own, data.base).key.find(({ name }) => name === metric)?.repeats
  const newest = newestPair(data)
  return (
    <div className={style.evidence}>
      {repeats !== undefined && (
        <RepeatStrip
          metric={metric}
          unit={unit}
          sides={[
            ...(repeats.base.length === 0 ? [] : [{ name: names.base, values: repeats.base }]),
            { name: names.own, values: repeats.own },
          ]}
        />
      )}
      {newest !== null && (
        <>
          <PairedLines
            project={project}
            base={{ name: names.base, resultId: newest.base.resultId }}
            own={{ name: names.own, resultId: newest.own.resultId }}
          />
          <RunDifferences project={project} base={newest.base} own={newest.own} />
        </>
      )}
    </div>
  )
}
