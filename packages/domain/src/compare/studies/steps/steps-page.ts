import { tableCoordinates } from '../../../findings/series/series-of-cell.ts'
import { colorsOf, SERIES_COLORS } from '../../../publish/chart/chart-model.ts'
import type { Comparison } from '../../comparison.ts'
import type { Grid } from '../../grid.ts'
import { stepsHeadline } from '../headlines/steps-headline.ts'
import type { MetricColumns } from '../metric-columns.ts'
import { metricGrid } from '../pages/metric-grid.ts'
import type { StudyElement, StudyPage } from '../pages/study-page.ts'
import { gridOf, type StudyQueries, type StudyRequest } from '../pages/study-queries.ts'
import { verdictSummary } from '../pages/verdict-summary.ts'
import { stepsComparisons, stepsOf, stepsSentence, withoutAverages, withRates } from './steps.ts'
import { type StepSamples, stepCharts, stepDetails, stepTables, withWorkload } from './steps-details.ts'

type StepsPage = StudyPage & {
  /** The steps that have details, and the chosen one. */
  steps: readonly string[]
  step: string | undefined
}

/**
 * The page of the steps study, in the form of the Insert Benchmark's reports: throughput, relative throughput,
 * background rates, then one step in detail.
 */
export async function stepsPage(queries: StudyQueries, { comparison, own }: StudyRequest): Promise<StepsPage> {
  const requested = stepsComparisons(comparison)
  const [throughput, relative, background, { tldr }] = await Promise.all([
    gridOf(queries, requested.throughput),
    gridOf(queries, requested.relative),
    gridOf(queries, requested.background),
    queries.comparison(comparison),
  ])
  const rates = withRates(throughput)
  const steps = stepsOf(rates)
  const step = steps.find((name) => name === own.step) ?? steps[0]
  const isEmpty = !hasRows(throughput)
  return {
    title: 'Steps',
    headline: stepsHeadline(relative, comparison),
    summary: verdictSummary(stepsSentence({ throughput, background }), relative),
    comparison,
    warnings: relative.warnings.filter(({ code }) => code !== 'incomplete-rows'),
    tldr,
    steps,
    step,
    parts: [
      ...tablesOf(rates, requested.throughput, {
        id: 'throughput',
        title: 'Throughput',
        label: 'throughput',
        about:
          'The unit of each step is below its name. The lowest quarter of the range of a column is worse, the highest better, and no value is worse when the smallest is at least 80% of the largest. Grey: the step missed its target, so its throughput is not comparable.',
      }),
      ...tablesOf(relative, requested.relative, {
        id: 'relative',
        title: 'Relative throughput',
        label: 'relative throughput',
        about: 'The same, divided by one row.',
        live: 'Press ÷ next to a row to divide by it.',
      }),
      ...tablesOf(background, requested.background, {
        id: 'background',
        title: 'Background rate against target',
        label: 'background rates',
        about:
          'Inserts per second during the queries, and as a share of the target of all clients. Below 95% the target is missed.',
      }),
      ...(step === undefined ? [] : [await oneStep(queries, requested.throughput, step)]),
      ...(isEmpty ? [{ kind: 'text' as const, text: 'No result matches these filters.' }] : []),
    ],
  }
}

type Words = { id: string; title: string; label: string; about: string; live?: string }

function tablesOf(grid: Grid, comparison: Comparison, { id, title, label, about, live }: Words): StudyElement[] {
  if (!hasRows(grid)) return []
  const parts: StudyElement[] = [
    { kind: 'text', text: about, soft: true },
    ...(live === undefined ? [] : [{ kind: 'text' as const, text: live, soft: true as const, live: true as const }]),
    { kind: 'grid', grid: withoutAverages(grid), comparison, label },
  ]
  return [{ kind: 'section', id, title, parts }]
}

const hasRows = ({ tables }: Grid) => tables.some(({ groups }) => groups.length > 0)

/** Metrics of one step, its response times, and charts of its interval samples. */
async function oneStep(queries: StudyQueries, throughput: Comparison, step: string): Promise<StudyElement> {
  const requested = stepDetails(throughput, step)
  const details = await gridOf(queries, requested)
  const { metrics, responseTimes } = stepTables(details)
  const { samples, left } = await findSamples(queries, step, metrics)
  const charts = stepCharts(step, samples)
  const tableOf = (title: string, table: MetricColumns): StudyElement => ({
    kind: 'metrics',
    title,
    grid: metricGrid({ ...table, title }, { ...details, show: 'absolute' }),
    of: tableCoordinates(requested, table.values),
  })
  return {
    kind: 'section',
    id: 'step',
    title: `Step ${step}`,
    parts: [
      ...metrics.map((table) => tableOf(withWorkload(`Metrics of ${step}`, table), table)),
      ...(responseTimes.length === 0 ? [] : [{ kind: 'text' as const, text: RESPONSES, soft: true as const }]),
      ...responseTimes.map(({ title, table }) => tableOf(title, table)),
      charts.length > 0
        ? { kind: 'charts', models: charts }
        : {
            kind: 'text',
            text: 'No interval samples of this step were uploaded, so there are no charts of it.',
            soft: true,
          },
      ...(left > 0
        ? [
            {
              kind: 'text' as const,
              text: `${left} more runs may have samples; filter to see theirs.`,
              soft: true as const,
            },
          ]
        : []),
    ],
  }
}

const RESPONSES =
  'Percent of responses by response time: up to the time of the column, and longer than the previous column; gt is longer than 16 s, max the longest in seconds. A dash is a share above 0 that was published only as nonzero. Green and red are the rows with the fewest and the most responses that took longer than the column.'

/** Interval samples of a step from the newest run of each row, limited to the number of colors. */
async function findSamples(
  queries: StudyQueries,
  step: string,
  tables: readonly MetricColumns[],
): Promise<{ samples: StepSamples[]; left: number }> {
  const rows = tables.flatMap((table) =>
    table.rows.map(({ label, cells }) => ({
      server: tables.length > 1 ? `${label}, ${table.label}` : label,
      runId: cells.find(({ runIds }) => runIds.length > 0)?.runIds[0],
    })),
  )
  const colorOf = colorsOf(rows.map(({ server }) => server))
  const found = await Promise.all(
    rows.slice(0, SERIES_COLORS).map(async ({ server, runId }): Promise<StepSamples[]> => {
      const series = runId === undefined ? [] : await queries.samples(runId, step)
      return series.map((one) => ({ ...one, server, color: colorOf(server) }))
    }),
  )
  const samples = found.flat()
  return { samples, left: samples.length === 0 ? 0 : Math.max(0, rows.length - SERIES_COLORS) }
}
