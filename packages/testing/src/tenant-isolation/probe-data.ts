import { createHash } from 'node:crypto'
import { scopeOf } from '@assay/db/open'
import type { Project } from '@assay/db/types'
import { exampleDocument } from '../server/example-document.ts'
import { insertToken } from '../server/insert-token.ts'
import type { TestServer } from '../server/test-server.ts'

export const addToken = async (server: TestServer, { id }: Project): Promise<string> =>
  (await insertToken(server.db, id, { name: 'service' })).token

/** A run id that every project uses, with different content. */
const SHARED_RUN = '0193a0b1-0000-7abc-8def-0123456789ab'

type Answer = Record<string, unknown>
type Send = (method: string, path: string, body: unknown) => Promise<Answer>
/** Collects ids by the name of the field in which calls send them. */
type Collect = (field: string, ...values: unknown[]) => void

/**
 * Stores one object of every kind with the probe in each of its texts.
 *
 * @returns ids that calls can try, by name of the field.
 */
export async function storeProbeInEveryKind(
  server: TestServer,
  slug: string,
  text: string,
  token: string,
): Promise<Record<string, unknown[]>> {
  const pool: Record<string, unknown[]> = { any: ['x', '', 'version', '1'], organization: [slug.split('-')[0]] }
  const add: Collect = (field, ...values) => {
    pool[field] = [...(pool[field] ?? []), ...values]
  }
  const send = senderOf(server, token)
  const path = `/projects/${slug}`
  const attachment = Buffer.from(`${text} main;${text}_work 10\n`)
  const sha256 = createHash('sha256').update(attachment).digest('hex')
  await send('PUT', `${path}/blobs/${sha256}`, attachment)
  add('sha256', sha256)
  await addRuns(send, add, { path, text, attachment: { sha256, sizeBytes: attachment.length } })
  await addTexts(send, add, { path, slug, text })
  await addFindingAndReport(server, add, { slug, text })
  add('metric', 'qps')
  add('query', '', 'columns=version', 'rows=test&columns=hardware&show=both')
  return pool
}

function senderOf(server: TestServer, token: string): Send {
  return async (method, path, body) => {
    const isRaw = body instanceof Uint8Array
    const answer = await server.send(`/api/v1${path}`, {
      method,
      body: isRaw ? new Uint8Array(body) : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isRaw ? 'application/octet-stream' : 'application/json',
      },
    })
    const json: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`)
    return Object(json)
  }
}

type Attachment = { sha256: string; sizeBytes: number }

/** Two runs, of which the second has an excluded result. */
async function addRuns(
  send: Send,
  add: Collect,
  { path, text, attachment }: { path: string; text: string; attachment: Attachment },
): Promise<void> {
  for (const [index, runId] of [SHARED_RUN, crypto.randomUUID()].entries()) {
    await send('PUT', `/runs/${runId}`, probeDocument(text, index, attachment))
    const run = await send('GET', `${path}/runs/${runId}`, undefined)
    add('runId', runId)
    add('a', runId)
    add('b', runId)
    add('id', run.buildId, run.configId, run.hardwareId)
    const results = Array.isArray(run.results) ? run.results : []
    add('resultId', ...results.map(({ id }) => id))
    if (index === 1) {
      const invalidation = await send('POST', `${path}/runs/${runId}/invalidations`, { reason: `${text} reason` })
      add('id', invalidation.id)
    }
  }
}

function probeDocument(text: string, index: number, { sha256, sizeBytes }: Attachment) {
  const [first, second] = exampleDocument().results
  if (first === undefined || second === undefined) throw new Error('the example has two results')
  return exampleDocument({
    product: `${text} product`,
    version: `1.${index}`,
    build: { name: `${text} build`, flags: `${text} flags` },
    config: { name: `${text} config`, text: `${text} = on`, settings: { mode: `${text} setting` } },
    hardware: { name: `${text} hardware`, cpu: `${text} cpu`, cores: 32 },
    workload: { name: `${text} workload`, params: { tables: `${text} param` } },
    notes: `${text} notes`,
    source: { name: `${text} source`, url: `https://example.test/${text}` },
    metricNames: ['qps', 'latency_ms_p95', `latency_ms_p99:${text} operation`],
    metrics: [{ name: `latency_ms_p99:${text} operation`, unit: 'ms', better: 'lower' }],
    attachments: [{ name: `${text}.folded`, sha256, sizeBytes, mediaType: 'text/plain' }],
    results: [
      {
        ...first,
        values: [...first.values, 2],
        command: `${text} command`,
        samples: [{ metric: 'qps', intervalSeconds: 1, values: [1, 2, 3] }],
        histograms: [{ operation: `${text} operation`, unitMs: 1, buckets: [[0, 2, 5]] }],
      },
      { ...second, values: [...second.values, null] },
    ],
  })
}

/** A note, a known bug and a saved comparison. */
async function addTexts(
  send: Send,
  add: Collect,
  { path, slug, text }: { path: string; slug: string; text: string },
): Promise<void> {
  const note = { coordinates: { version: '1.0' }, text: `${text} annotation` }
  add('id', (await send('POST', `${path}/annotations`, note)).id)
  const bug = { product: `${text} product`, bug: '1', title: `${text} bug`, tests: [], workloads: [] }
  add('slug', (await send('POST', `${path}/known-bugs`, bug)).slug)
  await send('PUT', `${path}/saved-comparisons/kept-${slug}`, {
    title: `${text} comparison`,
    query: 'columns=version',
    about: `${text} about`,
    tldr: `${text} tldr`,
  })
  add('slug', `kept-${slug}`)
}

async function addFindingAndReport(
  server: TestServer,
  add: Collect,
  { slug, text }: { slug: string; text: string },
): Promise<void> {
  const project = await server.db.projects.find({ organization: null, name: slug })
  if (project === null) throw new Error('it was stored before it is filled')
  const queries = server.db.in(scopeOf(project))
  const [product, hardware] = [`${text} product`, `${text} hardware`]
  const change = { from: '1.0', to: '1.1', direction: 'worse', changes: [], judged: 2, medianRatio: 0.8 } as const
  const finding = { ...change, product, hardware, cause: null, agree: [hardware], of: [hardware] }
  add('id', ...(await queries.findings.replace(product, [finding])))
  const report = await queries.reports.create(`report-${slug}`, {
    title: `${text} report`,
    tldr: `${text} report tldr`,
    text: `# ${text} report text`,
  })
  add('slug', `report-${slug}`)
  if (report === null) throw new Error('the slug is new')
}
