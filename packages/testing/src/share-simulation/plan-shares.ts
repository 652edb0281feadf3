import type { UploadDocument } from '@assay/domain/run/upload-document'
import { seededRandom } from '../seeded-random.ts'
import type { FigureShape, ModelPoint } from './share-model.ts'

/** One share of the simulation: its runs, its comparison, and its settings. */
export type PlannedShare = {
  machine: string
  documents: UploadDocument[]
  /** One shape, or those of the figures of a report. */
  shapes: [FigureShape, ...FigureShape[]]
  /** A report of the figures with text between them. */
  report: { tldr: string; opening: string } | null
  /** A whole study page instead of a comparison; the model knows only its names and bytes. */
  study: (typeof STUDIES)[number] | null
  title: string
  masks: Record<string, string> | null
  maskVersions: boolean
  password: string | null
  publishAs: string | null
  /** Names that must not occur in the shared content; empty without masking. */
  secrets: string[]
}

export type RandomChoices = {
  below(count: number): number
  of<T>(items: readonly T[]): T
  chance(part: number): boolean
}

/** Random choices that depend only on the seed. */
export function seededChoices(seed: number): RandomChoices {
  const next = seededRandom(seed)
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    // Lists are never empty here.
    of: <T>(items: readonly T[]) => items[below(items.length)] as T,
    chance: (part) => next() < part,
  }
}

/** Products and their other names. */
export const SIMULATED_PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  MySQL: ['mysql', 'innodb'],
  PostgreSQL: ['postgresql', 'postgres', 'pgsql'],
  MariaDB: ['mariadb'],
  RocksDB: ['rocksdb'],
  Quillon: ['quillon'],
  Vexaria: ['vexaria'],
}
const VERSIONS = ['5.7.44', '8.0.44', '8.4.7', '9.4', '12.22', '17.6', '18.0']
const TESTS = ['alpha', 'beta', 'gamma', 'scan_range=100']
const STUDIES = ['configs', 'hardware', 'repeats', 'scale-up', 'compilers', 'quality-of-service'] as const
const METRICS = ['qps', 'latency_ms_p95']

/** Layouts with different axes; results that differ in other dimensions count as repeats. */
const LAYOUTS: readonly Pick<FigureShape, 'rows' | 'columns' | 'tables'>[] = [
  { rows: ['test'], columns: ['product', 'version', 'config'], tables: [] },
  { rows: ['test'], columns: ['version'], tables: [] },
  { rows: ['test', 'clients'], columns: ['product', 'version'], tables: [] },
  { rows: ['test'], columns: ['version', 'config'], tables: ['clients'] },
  { rows: ['product', 'version'], columns: ['test'], tables: ['clients'] },
  { rows: ['version', 'config'], columns: ['test', 'clients'], tables: ['product'] },
  { rows: ['clients'], columns: ['product', 'version'], tables: ['test'] },
  { rows: ['config'], columns: ['version'], tables: ['test', 'clients'] },
  { rows: ['test'], columns: ['config', 'version'], tables: ['product', 'clients'] },
]

export function planShare(index: number, random: RandomChoices): PlannedShare {
  const machine = `machine-${String(index).padStart(4, '0')}`
  const products = some(Object.keys(SIMULATED_PRODUCTS), 1 + random.below(2), random)
  const versions = some(VERSIONS, 2 + random.below(3), random)
  const configs = some(['x9a', 'x10a', 'x10b'], 1 + random.below(2), random)
  const tests = some(TESTS, 1 + random.below(4), random)
  const clients = random.of([[1], [1, 8], [4, 16]])
  const repeats = 1 + random.below(3)
  const runs = products.flatMap((product) =>
    versions.flatMap((version) =>
      configs.flatMap((config) =>
        Array.from({ length: repeats }, (_, at) => ({
          product,
          version,
          config: `${product.toLowerCase()}_${config}`,
          machine,
          repeat: at + 1,
        })),
      ),
    ),
  )
  // Some combinations are not measured, so that tables have missing cells.
  const remaining = runs.filter((_, at) => at === 0 || !random.chance(0.05))
  const documents = remaining.map((run) => simulatedDocument(run, { tests, clients }, random))
  const isMasked = random.chance(0.4)
  const maskVersions = isMasked && random.chance(0.5)
  const shapeOfThese = () => randomShape({ machine, versions, clients }, random)
  const kind = random.of(['comparison', 'comparison', 'comparison', 'study', 'report'] as const)
  const [first = '', last = ''] = [versions[0], versions.at(-1)]
  return {
    machine,
    documents,
    shapes: [shapeOfThese(), ...(kind === 'report' ? [shapeOfThese(), shapeOfThese()] : [])],
    study: kind === 'study' ? random.of(STUDIES) : null,
    report:
      kind === 'report'
        ? {
            tldr: `${products[0]} ${last} beside ${first}.`,
            opening: `## ${products.join(' and ')}\n\nOf **${first}** to ${last}, [measured](https://example.com/notes) with \`${configs[0]}\`.`,
          }
        : null,
    title: `${products.join(' and ')} on ${machine}`,
    masks: isMasked
      ? Object.fromEntries(products.filter(() => random.chance(0.3)).map((name, at) => [name, `System ${at + 1}`]))
      : null,
    // A published share has no password.
    ...random.of<Pick<PlannedShare, 'password' | 'publishAs'>>([
      { password: null, publishAs: null },
      { password: null, publishAs: null },
      { password: null, publishAs: `trial-${index}` },
      { password: `four words and ${index}`, publishAs: null },
    ]),
    secrets: [
      ...(isMasked ? products.flatMap((name) => SIMULATED_PRODUCTS[name] ?? []) : []),
      // Shorter versions look like numbers, of which a page has many.
      ...(maskVersions ? versions.filter((version) => version.split('.').length > 2) : []),
    ],
    maskVersions,
  }
}

/** A random comparison of the results on a machine. */
export const randomShape = (
  { machine, versions, clients }: { machine: string; versions: readonly string[]; clients: readonly number[] },
  random: RandomChoices,
): FigureShape => ({
  ...random.of(LAYOUTS),
  metrics: random.of([['primary'], ['primary'], ['qps', 'latency_ms_p95']]),
  base: random.of(['first-column', 'first-row', 'none', ...versions.map((version) => ({ version }))] as const),
  show: random.of(['relative', 'relative', 'absolute', 'both']),
  repeats: random.of(['median', 'median', 'mean', 'min', 'max', 'each']),
  filters: {
    hardware: [machine],
    ...(random.chance(0.3) ? { version: some(versions, 2, random) } : {}),
    ...(random.chance(0.2) ? { clients: [String(random.of(clients))] } : {}),
  },
})

const CLOCK = Date.UTC(2025, 0, 1)
let minutes = 0

type RunKey = { product: string; version: string; config: string; machine: string; repeat: number }

/** A run of these tests; the next one of the same environment is newer. */
export function simulatedDocument(
  { product, version, config, machine, repeat }: RunKey,
  { tests, clients }: { tests: readonly string[]; clients: readonly number[] },
  random: RandomChoices,
): UploadDocument {
  const name = product.toLowerCase()
  return {
    schemaVersion: 1,
    runId: crypto.randomUUID(),
    product,
    version,
    build: {
      name: 'rel',
      compiler: 'gcc',
      compilerVersion: '13.2',
      flags: `-O2 -I/opt/${name}/include`,
      commit: `${name}1234`,
    },
    config: { name: config, text: `[${name}]\n` },
    hardware: { name: machine, cores: 64, memoryGb: 128 },
    benchmark: { name: 'trial' },
    workload: { name: 'cached' },
    repeat,
    startedAt: new Date(CLOCK + 60_000 * minutes++).toISOString(),
    tests: tests.map((test) => ({ name: test, order: TESTS.indexOf(test), primaryMetric: 'qps' })),
    metricNames: METRICS,
    results: tests.flatMap((test) =>
      clients.map((count) => ({
        test,
        clients: count,
        values: [500 + random.below(4_500), 1 + random.below(99)],
        command: `bench --driver=${name} --test=${test}`,
      })),
    ),
  }
}

/** The results of a document as points of the model. */
export function pointsOf(document: UploadDocument): ModelPoint[] {
  const { runId = '', product, version, config, hardware, repeat = 1, startedAt = '' } = document
  return document.results.map(({ test, clients, values }) => {
    const [qps = 0, latency = 0] = values.map((value) => value ?? 0)
    return {
      runId,
      product,
      version,
      config: config.name,
      hardware: hardware.name,
      repeat: String(repeat),
      test,
      clients: String(clients),
      startedAt: Date.parse(startedAt),
      isOut: false,
      values: { qps, latency_ms_p95: latency, primary: qps },
    }
  })
}

/** The text of a report with these shapes. */
export function reportText(opening: string, project: string, shapes: readonly FigureShape[]): string {
  const figures = shapes.map((shape) =>
    ['```assay', `/p/${project}/compare?${queryOf(shape)}`, 'show: table, tldr, chart', '```'].join('\n'),
  )
  return [opening, figures.join('\n\nAnd then:\n\n')].join('\n\n')
}

/** The query of the comparison, built without the code under test. */
export function queryOf({ rows, columns, tables, metrics, base, show, repeats, filters }: FigureShape): string {
  const dimensions = Object.entries(filters).map(([name, values]) => [name, values.join(',')])
  const settings = [
    ['rows', rows.join(',')],
    ['columns', columns.join(',')],
    ['tables', tables.join(',')],
    ['metrics', metrics.join(',')],
    ['base', typeof base === 'object' ? `version:${base.version}` : base],
    ['show', show],
    ['repeats', repeats],
  ]
  return [...settings, ...dimensions]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
    .join('&')
}

function some<T>(items: readonly T[], count: number, random: RandomChoices): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)[0] as T)
}
