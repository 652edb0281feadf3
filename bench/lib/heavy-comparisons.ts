import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { cloneRuns } from './clone-runs.ts'
import { generatedRun } from './generated-runs.ts'
import { expectOk, type HealthClient, type HeavyWork, type Scale } from './health-work.ts'
import { uploadRun } from './upload-runs.ts'

const API = '/api/v1/projects/demo'
const EVERYTHING = 'product=Postgres'
const DEMO = { project: 'demo' }
const SERIES = 'product=Nightly&order=time&rule=step-fit'
const EVERY_SERIES = { place: {}, rule: { method: 'e-divisive' } }

/** Comparisons, series and other reads of everything that the project stores. */
export function heavyComparisons(client: HealthClient, scale: Scale): HeavyWork[] {
  const { get, send, query } = client
  const saved = { slug: 'everything', comparison: { title: 'Everything', query: EVERYTHING } }
  return [
    {
      name: 'an unfiltered comparison',
      covers: ['comparisons.grid', 'compare'],
      run: () => get(`/o/assay/p/demo/compare?${EVERYTHING}`),
    },
    {
      name: 'its export as HTML',
      covers: ['comparisons.export', 'export-comparison'],
      run: () => get(`/o/assay/p/demo/compare/export?${EVERYTHING}&format=html`),
    },
    { name: 'its export as JSON', covers: [], run: () => get(`${API}/compare?${EVERYTHING}`) },
    {
      name: 'its explanations',
      covers: ['explain', 'comparisons.explain', 'comparisons.explainAll', 'explain-comparison'],
      run: () => get(`${API}/explain?${EVERYTHING}`),
    },
    {
      name: 'a saved comparison as CSV',
      covers: ['exportSavedComparison'],
      prepare: async () =>
        void expectOk(await client.mutate('savedComparisons.save', { ...DEMO, ...saved }), 'saving it'),
      run: () => get(`${API}/saved-comparisons/everything/export?format=csv`),
    },
    { name: 'a page of values', covers: ['listValues'], run: () => get(`${API}/values?limit=50000`) },
    {
      name: 'the page of a version',
      covers: ['versions.get', 'judge-pairs'],
      run: () => get(`/o/assay/p/demo/versions/Postgres/${generatedRun(1).version}`),
    },
    {
      name: 'a series of 10,000 points',
      covers: ['series.read', 'readSeries', 'apply-rules'],
      async prepare() {
        const run = generatedRun(0)
        await uploadRun(client.product, { ...run, product: 'Nightly', results: run.results.slice(0, 1) })
        await cloneRuns(client.sql, 'Nightly', Math.ceil(10_000 * scale) - 1)
      },
      run: () => get(`${API}/series?${SERIES}`),
    },
    {
      name: 'trends of many tests',
      covers: ['series.matrix'],
      run: () => get('/o/assay/p/demo/series?product=Postgres'),
    },
    {
      name: 'a rule on every series',
      covers: ['rules.try', 'trySeriesRule', 'try-rule'],
      run: async () => (await send('POST', `${API}/series-rules/trials`, EVERY_SERIES)).status,
    },
    {
      name: 'the noise of a machine',
      covers: ['noise.ofHardware'],
      async run() {
        const { rows } = await client.sql.query<{ id: string }>('select id from hardware limit 1')
        return (await query('noise.ofHardware', { ...DEMO, id: rows[0]?.id })).status
      },
    },
    flameGraph(client, scale),
    referencesOfRun(client),
    {
      name: 'all findings, and a search',
      covers: [],
      async run() {
        await get('/o/assay/p/demo/findings')
        return get('/o/assay/p/demo/search?q=test')
      },
    },
  ]
}

/** Two profiles with many different stacks, one of them as the base of the other. */
function flameGraph({ product, sql, query }: HealthClient, scale: Scale): HeavyWork {
  return {
    name: 'the flame graph of a large profile',
    covers: ['profiles.tree', 'draw-profile', 'profiles.groups', 'group-profiles'],
    async prepare() {
      for (const version of ['1.0', '2.0']) {
        await uploadRun(product, profiledRun(version, foldedStacks(Math.ceil(100_000 * scale))))
      }
    },
    async run() {
      const { rows } = await sql.query<{ id: string }>('select id from profile limit 2')
      const [mine, base] = rows.map(({ id }) => id)
      await query('profiles.groups', { ...DEMO, query: 'product=Profiled' })
      return (await query('profiles.tree', { ...DEMO, profileId: mine, baseId: base })).status
    },
  }
}

const STACK_DEPTH = 20

function foldedStacks(count: number): string {
  const frame = (at: number, depth: number) => `frame_${depth}_${(at * 31 + depth * depth) % 997}`
  const stack = (at: number) => Array.from({ length: STACK_DEPTH }, (_, depth) => frame(at, depth)).join(';')
  return Array.from({ length: count }, (_, at) => `main;${stack(at)} 1`).join('\n')
}

function profiledRun(version: string, stacks: string): UploadDocument {
  const run = generatedRun(0)
  const [result] = run.results
  if (result === undefined) throw new Error('a generated run has results')
  const name = 'stacks.folded'
  const sha256 = createHash('sha256').update(stacks).digest('hex')
  const contentGzipBase64 = gzipSync(stacks).toString('base64')
  const { test, clients } = result
  const total = stacks.split('\n').length
  return {
    ...run,
    product: 'Profiled',
    version,
    results: [result],
    attachments: [{ name, sha256, sizeBytes: stacks.length, contentGzipBase64 }],
    profiles: [
      { attachment: name, kind: 'folded-stacks', test, clients, unit: 'samples', total, functions: STACK_DEPTH },
    ],
  }
}

function referencesOfRun({ sql, query }: HealthClient): HeavyWork {
  return {
    name: 'everything that refers to a run',
    covers: ['runs.references'],
    async run() {
      const { rows } = await sql.query<{ id: string }>('select id from run limit 1')
      return (await query('runs.references', { ...DEMO, runId: rows[0]?.id })).status
    },
  }
}
