import type { DimensionName } from '@assay/domain/compare/dimension'
import { FALLBACK_METRICS } from '@assay/domain/compare/primary-metric'
import type { LeftOut, LeftOutReport } from '@assay/domain/compare/warnings/left-out'
import { AS_PUBLISHED_PREFIX, PRIMARY_METRIC } from '@assay/domain/run/metric'
import type { CellQuery } from '../../types.ts'
import { failsRun, prepareFilter } from '../run-index/filter-runs.ts'
import type { RunEntry, RunIndex, TestSetItem } from '../run-index/run-index.ts'

type Rule = { leftOut: LeftOut; removes: (run: RunEntry, item: TestSetItem) => boolean }

/**
 * Counts the results of the newest runs that each rule removes, in the order filters, role, metric; a result counts for
 * the first rule that removes it. A result has a metric if its metric set has it, even if the stored value is null.
 */
export function countLeftOut(runIndex: RunIndex, query: CellQuery): LeftOutReport {
  const rules = [...filterRules(runIndex, query), ...roleRule(query), ...metricRule(query)]
  let stored = 0
  for (const run of query.newestOnly ? runIndex.newest() : runIndex.runs) {
    for (const item of run.testSet.items) {
      stored += 1
      const rule = rules.find(({ removes }) => removes(run, item))
      if (rule !== undefined) rule.leftOut.results += 1
    }
  }
  return { stored, rules: rules.map(({ leftOut }) => leftOut) }
}

function filterRules(runIndex: RunIndex, { filters }: CellQuery): Rule[] {
  // Keys of filters are names of dimensions by their type.
  return (Object.entries(filters) as [DimensionName, readonly string[] | undefined][]).flatMap(
    ([dimension, values]) => {
      if (values === undefined) return []
      const { run: runTests, item: itemTests } = prepareFilter(runIndex, { [dimension]: values })
      const removes = (run: RunEntry, item: TestSetItem) =>
        runTests.some((test) => failsRun(test, run)) || itemTests.some(({ fails }) => fails(item, run.workload))
      return [{ leftOut: { rule: 'filter', dimension, values, results: 0 }, removes }]
    },
  )
}

const roleRule = ({ allSteps }: CellQuery): Rule[] =>
  allSteps ? [] : [{ leftOut: { rule: 'role', results: 0 }, removes: (_run, { test }) => test.role !== 'measured' }]

function metricRule({ metrics }: CellQuery): Rule[] {
  if (metrics === null) return []
  const has = ({ metricSet }: RunEntry, name: string) =>
    metricSet.positions.has(name) || metricSet.positions.has(`${AS_PUBLISHED_PREFIX}${name}`)
  const removes = (run: RunEntry, { test }: TestSetItem) =>
    !metrics.some((name) =>
      name === PRIMARY_METRIC
        ? [test.primaryMetric ?? '', ...FALLBACK_METRICS].some((one) => has(run, one))
        : has(run, name),
    )
  return [{ leftOut: { rule: 'metric', metrics, results: 0 }, removes }]
}
