import { plural } from '../../../plural.ts'
import type { ChartModel } from '../../../publish/chart/chart-model.ts'
import { roundHalfEven } from '../../../stats/round-half-even.ts'
import type { Comparison } from '../../comparison.ts'
import { formatAbsolute, MISSING } from '../../format-cell.ts'
import { ioEfficiencyHeadline } from '../headlines/io-efficiency-headline.ts'
import { modeledTests } from '../modeled-tests.ts'
import { type FactCell, type FactColumnOf, type FactTable, factTable, runFact } from '../pages/fact-table.ts'
import type { StudyElement, StudyPage } from '../pages/study-page.ts'
import { gridOf, type StudyQueries, type StudyRequest } from '../pages/study-queries.ts'
import {
  type Baseline,
  benchmarksAndWorkloads,
  FIO_READS,
  fioReads,
  fioTestOf,
  type IoSubject,
  type IoTest,
  ioComparison,
  ioEfficiencyOf,
  workloadReads,
} from './io-efficiency.ts'
import { efficiencyByLatency, efficiencyOfTests, type ModeledTest } from './io-efficiency-chart.ts'
import { IO_COLUMNS, ioSentence, ioTldr } from './io-efficiency-sentence.ts'
import { cut, type LatencyModel, type WhatIf } from './io-latency-model.ts'
import { readWhatIf } from './read-what-if.ts'
import { whatIfTable } from './what-if-table.ts'

/** Maximum number of omissions that are listed by name. */
const MAX_NAMED_OMISSIONS = 4

type IoEfficiencyPage = StudyPage & {
  fioTests: readonly string[]
  fioTest: string | null
  /** Tests with a model, for the sliders; the section with this id shows the same without sliders. */
  modeled: readonly ModeledTest[]
  /** The figure at the head of the page; shared copies have the elements only. */
  lead: readonly ChartModel[]
}

/** Id of the section of the model. */
export const MODEL_SECTION = 'model'

/** Anchor of a cell on the page, for links from sentences. */
export const ioCellId = (subject: number, test: number, column: number): string => `io-${subject}-${test}-${column}`

/**
 * The page of the IO efficiency study: a database vs fio on the same machine with reads per second, additional CPU per
 * read, and predicted reads.
 */
export async function ioEfficiencyPage(
  queries: StudyQueries,
  { comparison: requested, own }: StudyRequest,
): Promise<IoEfficiencyPage> {
  const { comparison, fioTests } = await narrow(queries, requested)
  const grid = await gridOf(queries, comparison)
  const study = ioEfficiencyOf(grid, comparison)
  const [subject] = study.subjects.filter(({ tests }) => tests.some(({ model }) => model !== null))
  const modeled = subject === undefined ? [] : modeledTests(subject)
  const { subjects, leftOut } = study
  const lead = efficiencyOfTests(subjects)
  return {
    title: 'IO efficiency',
    headline: ioEfficiencyHeadline(study, comparison),
    summary: ioSentence(study),
    comparison,
    warnings: grid.warnings.filter(({ code }) => code !== 'metric-missing'),
    tldr: ioTldr(study),
    fioTests,
    fioTest: fioTestOf(comparison),
    modeled,
    lead: lead === null ? [] : [lead],
    parts: [
      ...(subjects.length === 0 ? [NOTHING] : []),
      ...subjects.map(
        (one, i): StudyElement => ({
          kind: 'section',
          id: `subject-${i}`,
          title: one.label,
          parts: [
            { kind: 'text', text: baselineText(one.baseline, fioTestOf(comparison) ?? '') },
            { kind: 'facts', table: efficiencyTable(one, i) },
          ],
        }),
      ),
      ...(subject === undefined ? [] : [modelSection(subject, modeled, readWhatIf(own))]),
      ...(subjects.length === 0 ? [] : [NOT_JUDGED]),
      ...(leftOut.length === 0 ? [] : [{ kind: 'text' as const, text: leftOutText(leftOut) }]),
    ],
  }
}

const NOTHING: StudyElement = {
  kind: 'empty',
  title: 'No run of fio on a machine with a database that reads storage',
  text: 'Upload output of fio for random reads on the machine of a database, with as many jobs as the database has clients, and results with storage reads per second (r/s) of iostat.',
}

const NOT_JUDGED: StudyElement = {
  kind: 'text',
  text: 'No verdicts here: fio is another program and not an earlier version, so a ratio to it is a distance and not a change.',
}

const leftOutText = (names: readonly string[]) =>
  `${plural(names.length, 'other result reads', 'other results read')} storage, but fio did not run on the same machine with as many jobs: ${names.slice(0, MAX_NAMED_OMISSIONS).join('; ')}${names.length > MAX_NAMED_OMISSIONS ? ' …' : ''}.`

/** Describes the baseline in a sentence. */
function baselineText({ readsPerSecond, latencyUs, cpu }: Baseline, test: string): string {
  const parts = [
    `${formatAbsolute(readsPerSecond, 0)} reads/s`,
    ...(latencyUs === null ? [] : [`${latencyUs.toFixed(2)} µs a read`]),
    ...(cpu === null ? [] : [`${micros(cpu.total)} µs of CPU a read`]),
  ]
  return `fio, ${test}: ${parts.join(', ')}.`
}

function modelSection(subject: IoSubject, modeled: readonly ModeledTest[], requested: WhatIf): StudyElement {
  return {
    kind: 'section',
    id: MODEL_SECTION,
    title: `Latency model at ${plural(subject.clients, 'client')}`,
    aside: 'userland CPU + (libc + kernel) CPU + device latency',
    parts: [
      { kind: 'facts', table: modelTable(subject) },
      { kind: 'facts', table: whatIfTable(modeled, requested) },
      { kind: 'charts', models: [efficiencyByLatency(modeled, requested)] },
    ],
  }
}

/** Reads per second vs fio, and the additional CPU per read. */
function efficiencyTable({ label, tests }: IoSubject, index: number): FactTable {
  const placed = (test: IoTest, column: number, text: string): FactCell => ({
    id: ioCellId(index, tests.indexOf(test), column),
    parts: [{ text }],
  })
  const has = (metric: string) => tests.some(({ cells }) => cells.get(metric)?.value != null)
  const measured = MEASURED.filter(({ metric }) => has(metric)).map(
    ({ metric, header, about, digits }): FactColumnOf<IoTest> => ({
      header,
      about,
      numeric: true,
      wideOnly: true,
      cell: ({ cells }) => formatAbsolute(cells.get(metric)?.value ?? null, digits),
    }),
  )
  const columns: FactColumnOf<IoTest>[] = [
    { header: 'Test', cell: ({ test }) => test },
    ...(tests.some(({ of }) => of !== '') ? [{ header: 'Of', cell: ({ of }: IoTest) => of }] : []),
    {
      header: 'reads/s',
      about: 'Storage reads per second of the database',
      numeric: true,
      cell: ({ reads }) => runFact(formatAbsolute(reads.value, 0), reads.runIds),
    },
    {
      header: 'io.eff',
      about: 'Storage reads/s of the database / those of fio, rounded',
      numeric: true,
      cell: (test) => placed(test, IO_COLUMNS.efficiency, test.efficiency.toFixed(3)),
    },
    {
      header: 'as published',
      about: 'The same ratio as the published text has it: cut at three decimals, not rounded',
      numeric: true,
      cell: ({ efficiency }) => cut(efficiency, 3).toFixed(3),
    },
    {
      header: 'us.inc',
      about: 'User CPU of a read, database - fio, µs',
      numeric: true,
      cell: ({ userIncrease }) => micros(userIncrease),
    },
    {
      header: 'cpu.inc',
      about: 'CPU of a read, database - fio, µs',
      numeric: true,
      cell: (test) => placed(test, IO_COLUMNS.cpuIncrease, micros(test.cpuIncrease)),
    },
    {
      header: 'CPU a read',
      about: 'CPU of a read in the database, µs',
      numeric: true,
      wideOnly: true,
      cell: ({ cpu }) => (cpu === null ? MISSING : micros(cpu.total)),
    },
    ...measured,
  ]
  return factTable({
    caption: `IO efficiency, ${label}`,
    columns,
    rows: tests,
    rowKey: ({ test, of }) => JSON.stringify([test, of]),
  })
}

const MEASURED = [
  { metric: 'ops/s', header: 'ops/s', about: 'Operations per second', digits: 0 },
  { metric: 'qps', header: 'queries/s', about: 'Queries per second', digits: 0 },
  { metric: 'usec_op', header: 'latency', about: 'Mean time of an operation, µs', digits: 2 },
  { metric: 'io.lat', header: 'io.lat', about: 'Mean time of a storage read by iostat, µs', digits: 0 },
  { metric: 'reqsz', header: 'reqsz', about: 'Mean size of a storage read, KB', digits: 1 },
] as const

type Modeled = IoTest & { model: LatencyModel }

/** Components of the time of a read, and predicted vs measured reads. */
function modelTable({ label, tests }: IoSubject): FactTable {
  const rows = tests.flatMap(({ model, ...test }): Modeled[] => (model === null ? [] : [{ ...test, model }]))
  const several = rows.some(({ of }) => of !== '')
  return factTable({
    caption: `Latency model, ${label}`,
    columns: [
      { header: 'Test', cell: ({ test }) => test },
      ...(several ? [{ header: 'Of', cell: ({ of }: Modeled) => of }] : []),
      ...MODEL_COLUMNS,
    ],
    rows,
    rowKey: ({ test, of }) => JSON.stringify([test, of]),
  })
}

const MODEL_COLUMNS: readonly FactColumnOf<Modeled>[] = [
  {
    header: 'userland CPU',
    about: 'CPU of the database beyond that of fio (cpu.inc), µs a read',
    numeric: true,
    cell: ({ model }) => micros(model.parts.userland),
  },
  {
    header: 'libc + kernel',
    about: 'CPU of fio, µs a read',
    numeric: true,
    wideOnly: true,
    cell: ({ model }) => micros(model.parts.libcKernel),
  },
  {
    header: 'device',
    about: 'Latency of fio - CPU of fio, µs',
    numeric: true,
    wideOnly: true,
    cell: ({ model }) => micros(model.parts.device),
  },
  { header: 'sum, µs', about: 'Time of a read', numeric: true, cell: ({ model }) => micros(model.sumUs) },
  {
    header: 'predicted',
    about: 'Reads/s: clients x 1e6 / sum',
    numeric: true,
    cell: ({ model }) => formatAbsolute(model.predicted, 0),
  },
  {
    header: 'as published',
    about:
      'The prediction of the published text: both figures of fio in whole µs, the CPU of the database cut at two decimals, the result cut',
    numeric: true,
    cell: ({ model }) => String(model.asPublished.predicted),
  },
  {
    header: 'measured',
    about: 'Storage reads/s',
    numeric: true,
    cell: ({ reads }) => runFact(formatAbsolute(reads.value, 0), reads.runIds),
  },
  {
    header: 'measured / predicted',
    about: 'Difference that the model does not explain',
    numeric: true,
    wideOnly: true,
    cell: ({ reads, model }) => ((reads.value ?? 0) / model.predicted).toFixed(2),
  },
]

/**
 * Completes the comparison where the URL is silent: the test of fio, and the machines, benchmarks and workloads to
 * compare with it.
 */
async function narrow(
  queries: StudyQueries,
  requested: Comparison,
): Promise<{ comparison: Comparison; fioTests: string[] }> {
  const reads = fioReads(await gridOf(queries, FIO_READS))
  const fioTests = reads.map(({ test }) => test)
  const fioTest = fioTestOf(requested) ?? reads[0]?.test ?? ''
  const hardware = reads.find(({ test }) => test === fioTest)?.hardware ?? []
  if (hardware.length === 0) return { comparison: ioComparison(requested, fioTest), fioTests }
  const { benchmarks, workloads } = benchmarksAndWorkloads(await gridOf(queries, workloadReads(requested, hardware)))
  const found = {
    hardware,
    ...(benchmarks.length > 0 ? { benchmark: benchmarks } : {}),
    ...(workloads.length > 0 ? { workload: workloads } : {}),
  }
  return { comparison: ioComparison({ ...requested, filters: { ...found, ...requested.filters } }, fioTest), fioTests }
}

/** Formats microseconds with three decimals, as in published tables. */
const micros = (value: number | null): string => (value === null ? MISSING : roundHalfEven(value, 3).toFixed(3))
