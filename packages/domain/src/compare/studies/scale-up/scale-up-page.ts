import { plural } from '../../../plural.ts'
import type { Comparison } from '../../comparison.ts'
import { formatAbsolute, formatRatio, MISSING } from '../../format-cell.ts'
import type { Grid } from '../../grid.ts'
import { absoluteDigits } from '../../render/absolute-digits.ts'
import { cellMarker } from '../../verdict-marks.ts'
import { scaleUpHeadline } from '../headlines/scale-up-headline.ts'
import { type FactColumnOf, type FactTable, factTable, ratioSegments, runFact } from '../pages/fact-table.ts'
import type { StudyElement, StudyPage } from '../pages/study-page.ts'
import type { StudyQueries, StudyRequest } from '../pages/study-queries.ts'
import { verdictSummary } from '../pages/verdict-summary.ts'
import { responseLimitTable, responseLimitTests, responseMetricOf } from './response-limit.ts'
import {
  onlySubject,
  SCALE_UP_REASONS,
  type ScaleUpBucket,
  type ScaleUpPoint,
  type ScaleUpSubject,
  type ScaleUpTest,
  scaleUpComparison,
  scaleUpOf,
} from './scale-up.ts'
import { scaleUpCharts } from './scale-up-charts.ts'
import { bucketName, reasonWord, scaleUpSentence } from './scale-up-sentence.ts'

/** Maximum number of expanded studies; links lead to the others. */
const MAX_EXPANDED_STUDIES = 2
/** Maximum number of omissions that are listed by name. */
const MAX_NAMED_OMISSIONS = 6

/**
 * The page of the scale-up study: growth of throughput with clients in buckets of tests, curves with perfect scaling as
 * reference, and metrics that explain them.
 */
export async function scaleUpPage(queries: StudyQueries, { comparison: requested }: StudyRequest): Promise<StudyPage> {
  const comparison = scaleUpComparison(requested)
  // Explaining metrics are shown with their tests, so the page shows no separate tables of them.
  const shown = { ...comparison, metrics: comparison.metrics.slice(0, 1) }
  const [{ grid }, { tldr }] = await Promise.all([queries.comparison(comparison), queries.comparison(shown)])
  const { subjects, leftOut } = scaleUpOf(grid)
  const limits = await responseLimits(queries, comparison)
  const inFull = subjects.slice(0, MAX_EXPANDED_STUDIES)
  const only = grid.tables.flatMap((_, at) => (at % (1 + SCALE_UP_REASONS.length) === 0 ? [at] : []))
  return {
    title: 'Scale-up',
    headline: scaleUpHeadline(subjects, comparison),
    summary: verdictSummary(
      `Throughput at N clients divided by that at ${subjects[0]?.baseClients ?? 1}, all else equal; efficiency is scale-up divided by N.`,
      grid,
    ),
    comparison: shown,
    warnings: grid.warnings.filter(({ text }) => !SCALE_UP_REASONS.some((metric) => text.includes(metric))),
    tldr,
    parts: [
      ...(subjects.length === 0 ? [NOTHING] : []),
      ...(subjects.length <= 1 ? [] : [sideBySide(subjects, comparison)]),
      ...inFull.map((subject, i) => subjectSection(subject, i, grid)),
      ...limits,
      ...(leftOut.length === 0 ? [] : [{ kind: 'text' as const, text: leftOutText(leftOut) }]),
      ...(subjects.length === 0 || subjects.length > MAX_EXPANDED_STUDIES
        ? []
        : [
            {
              kind: 'section' as const,
              title: 'All numbers',
              aside: 'ratios are scale-ups',
              parts: [{ kind: 'grid' as const, grid, comparison, only }],
            },
          ]),
    ],
  }
}

/** The highest rate of each test with a response time below a limit, where results have response times. */
async function responseLimits(queries: StudyQueries, comparison: Comparison): Promise<StudyElement[]> {
  const response = responseMetricOf(await queries.metrics())
  if (response === null) return []
  const [rate = 'primary'] = comparison.metrics
  const { grid } = await queries.comparison({ ...comparison, metrics: [rate, response] })
  const table = responseLimitTable(responseLimitTests(grid, response), response)
  if (table === null) return []
  const about = 'The number of clients follows the rate. Results with a validity flag take no part.'
  return [
    {
      kind: 'section',
      title: table.caption,
      parts: [
        { kind: 'text', text: about, soft: true },
        { kind: 'facts', table },
      ],
    },
  ]
}

const sideBySide = (subjects: readonly ScaleUpSubject[], comparison: Comparison): StudyElement => ({
  kind: 'section',
  title: 'Side by side',
  ...(subjects.length > MAX_EXPANDED_STUDIES ? { aside: `the first ${MAX_EXPANDED_STUDIES} follow in full` } : {}),
  parts: [
    { kind: 'text', text: 'Each row opens its own page.', soft: true, live: true },
    { kind: 'facts', table: overview(subjects, comparison) },
  ],
})

const subjectSection = (subject: ScaleUpSubject, index: number, grid: Grid): StudyElement => ({
  kind: 'section',
  title: subject.label || 'Scale-up',
  id: `subject-${index}`,
  parts: [
    { kind: 'text', text: scaleUpSentence(subject) },
    { kind: 'facts', table: bucketTable(subject, cellMarker(grid)) },
    { kind: 'charts', models: scaleUpCharts(subject, `scale-up-${index}`) },
  ],
})

const NOTHING: StudyElement = {
  kind: 'empty',
  title: 'No result here was measured with several numbers of clients',
  text: 'Upload runs of one build and workload with 1 client and with more, or remove a filter above.',
}

const leftOutText = (names: readonly string[]) =>
  `${plural(names.length, 'other was', 'others were')} measured at one number of clients only: ${names.slice(0, MAX_NAMED_OMISSIONS).join(', ')}${names.length > MAX_NAMED_OMISSIONS ? ' …' : ''}.`

/** A table of several subjects: the number of tests in each bucket, the best and the worst test. */
function overview(subjects: readonly ScaleUpSubject[], comparison: Comparison): FactTable {
  const perfect = new Set(subjects.map(({ mostClients, baseClients }) => mostClients / baseClients))
  // Edges are fractions of perfect scaling, so buckets have absolute names only if all subjects have the same.
  const names = perfect.size === 1 ? (subjects[0]?.buckets.map(bucketName) ?? []) : BUCKET_PARTS
  const columns: FactColumnOf<ScaleUpSubject>[] = [
    {
      header: 'Of',
      cell: (subject) => ({
        parts: [{ text: subject.label, link: { to: 'study', comparison: onlySubject(comparison, subject) } }],
      }),
    },
    { header: 'Clients', numeric: true, cell: ({ baseClients, mostClients }) => `${baseClients} → ${mostClients}` },
    ...names.map(
      (name, index): FactColumnOf<ScaleUpSubject> => ({
        header: name,
        about: 'Tests with a scale-up in this range',
        numeric: true,
        wideOnly: true,
        cell: ({ buckets }) => String(buckets[index]?.tests.length ?? 0),
      }),
    ),
    { header: 'Best', numeric: true, cell: (subject) => extreme(subject, 0) },
    { header: 'Worst', numeric: true, cell: (subject) => extreme(subject, -1) },
  ]
  return factTable({ caption: 'Scale-up side by side', columns, rows: subjects, rowKey: ({ label }) => label })
}

const BUCKET_PARTS = ['above 83%', '63 to 83%', '42 to 63%', '21 to 42%', 'below 21%']

function extreme({ buckets }: ScaleUpSubject, at: 0 | -1): string {
  const test = buckets.flatMap(({ tests }) => tests).at(at)
  return test === undefined ? MISSING : `${formatRatio(test.atMost.scaleUp)} ${test.name}`
}

type MarkOf = ReturnType<typeof cellMarker>

type Row = ScaleUpTest & { bucket: string; atMost: ScaleUpPoint }

/** The tests of a subject in their buckets, best first, each with its explaining metrics. */
function bucketTable(subject: ScaleUpSubject, markOf: MarkOf): FactTable {
  return factTable({
    caption: `Scale-up of ${subject.label || 'each test'}`,
    columns: columnsOf(subject, markOf),
    rows: subject.buckets.flatMap((bucket) => bucket.tests.map((test): Row => ({ ...test, bucket: nameOf(bucket) }))),
    rowKey: ({ name }) => name,
    groupOf: ({ bucket }) => bucket,
  })
}

const nameOf = (bucket: ScaleUpBucket) => `${bucketName(bucket)} times: ${plural(bucket.tests.length, 'test')}`

function columnsOf({ baseClients, mostClients, tests, clients }: ScaleUpSubject, markOf: MarkOf): FactColumnOf<Row>[] {
  const metrics = [...new Set(tests.flatMap(({ reasons }) => reasons.map(({ metric }) => metric)))]
  const digits = absoluteDigits(tests.flatMap(({ points }) => points.map(({ cell }) => cell)))
  const throughput = (at: number): FactColumnOf<Row> => ({
    header: `at ${at}`,
    about: `Throughput at ${at} clients, as the test reports it`,
    numeric: true,
    wideOnly: true,
    cell: ({ points }) => {
      const cell = points.find((point) => point.clients === at)?.cell
      return cell === undefined ? MISSING : runFact(formatAbsolute(cell.value, digits(cell.metric)), cell.runIds)
    },
  })
  return [
    { header: 'Test', cell: ({ name }) => name },
    { header: 'Group', wideOnly: true, cell: ({ group }) => group ?? '' },
    throughput(baseClients),
    throughput(mostClients),
    {
      header: 'Scale-up',
      about: `Throughput at ${mostClients} clients / throughput at ${baseClients}`,
      numeric: true,
      cell: ({ atMost }) => ({ parts: ratioSegments(atMost.scaleUp, atMost.cell, markOf) }),
    },
    {
      header: 'Efficiency',
      about: `Scale-up / ${mostClients / baseClients}; 100% is perfect`,
      numeric: true,
      cell: ({ atMost }) => `${Math.round(atMost.efficiency * 100)}%`,
    },
    ...(clients.length > 2 ? [KNEE] : []),
    ...metrics.map(
      (metric): FactColumnOf<Row> => ({
        header: metric,
        about: `${reasonWord(metric)} at ${baseClients} and at ${mostClients} clients, and their ratio`,
        numeric: true,
        cell: ({ reasons }) => {
          const reason = reasons.find((one) => one.metric === metric)
          if (reason === undefined) return MISSING
          const values = [reason.atBase, reason.atMost].map(({ value }) =>
            formatAbsolute(value, absoluteDigits([])(metric)),
          )
          return { parts: [{ text: values.join(' → '), small: true }, { text: ` ${formatRatio(reason.ratio)}` }] }
        },
      }),
    ),
  ]
}

const KNEE: FactColumnOf<Row> = {
  header: 'Knee',
  about: 'The smallest number of clients beyond which no larger one gains 5%',
  numeric: true,
  cell: ({ knee }) => (knee === null ? MISSING : knee.isLast ? 'none yet' : String(knee.clients)),
}
