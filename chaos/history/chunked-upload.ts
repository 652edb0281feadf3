import { createHash, randomUUID } from 'node:crypto'
import { packArchive } from '@assay/testing/import/pack-archive'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { type ClientContext, field, PROJECT, send, unexpected } from './chaos-requests.ts'
import { type Output, UnknownOutcome } from './operation.ts'

/** Three outputs, which are one run with a result for each number of threads. */
const OUTPUTS = [1, 2, 4].map((threads) => ({ threads, qps: 900 + threads }))
const CHUNK_BYTES = 250
/** Another client may complete the same upload, after which its chunks are deleted. */
const MAX_ATTEMPTS = 20

/** Uploads raw output in chunks, as the page Import does, and reads the run. */
export const chunkedRunObject = async () => {
  const key = randomUUID()
  const version = `16.${Number.parseInt(key.slice(0, 6), 16)}`
  const chunks = await chunksOfArchive()
  return {
    model: 'run' as const,
    key,
    choose: (random: () => number) => (random() < 0.5 ? { kind: 'get' } : { kind: 'put', text: 'a' }),
    perform: (context: ClientContext, { kind }: { kind: string }): Promise<Output> =>
      kind === 'put' ? upload(context, { chunks, version }) : read(context, version),
  }
}

type Chunk = { sha256: string; bytes: Uint8Array<ArrayBuffer> }

/** Chunks belong to a project, so that those of each object differ from all others. */
async function chunksOfArchive(): Promise<Chunk[]> {
  const archive = await packArchive((tar) => {
    for (const output of OUTPUTS) tar.entry({ name: `oltp_insert-c${output.threads}.log` }, sysbenchText(output))
    tar.entry({ name: 'notes.txt' }, randomUUID())
  })
  return Array.from({ length: Math.ceil(archive.length / CHUNK_BYTES) }, (_, at) => {
    const bytes = new Uint8Array(archive.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES))
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
}

async function upload(
  context: ClientContext,
  { chunks, version }: { chunks: readonly Chunk[]; version: string },
): Promise<Output> {
  const hashes = chunks.map(({ sha256 }) => sha256).join(',')
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const asked = await send(context, 'GET', `/api/v1/upload-chunks?sha256=${hashes}`)
    if (asked.status !== 200) return unexpected(asked)
    const missing = new Set(field<string[]>(asked.body, 'missing'))
    for (const { sha256, bytes } of chunks) {
      if (!missing.has(sha256)) continue
      const put = await send(context, 'PUT', `/api/v1/upload-chunks/${sha256}`, { body: bytes })
      if (put.status !== 200) return unexpected(put)
    }
    const form = new FormData()
    form.set('chunks', hashes)
    const facts = new URLSearchParams({ name: 'a.tar.gz', product: 'Postgres', version, hardware: 'box1' })
    const sent = await send(context, 'POST', `/api/v1/uploads?${facts}`, { body: form })
    if (sent.status === 409 && field(sent.body, 'code') === 'chunks-missing') continue
    const [run] = field<{ outcome: string }[] | undefined>(sent.body, 'runs') ?? []
    if (sent.status !== 200 || run === undefined) return unexpected(sent)
    return { outcome: run.outcome === 'stored' ? 'stored' : 'same' }
  }
  throw new UnknownOutcome('other clients completed the upload each time')
}

async function read(context: ClientContext, version: string): Promise<Output> {
  const runs = `/api/v1/projects/${PROJECT}/runs`
  const listed = await send(context, 'GET', `${runs}?version=${version}`)
  if (listed.status !== 200) return unexpected(listed)
  const [first, second] = field<{ id: string }[]>(listed.body, 'rows')
  if (first === undefined) return { outcome: 'none' }
  if (second !== undefined) return { outcome: 'doubled' }
  const got = await send(context, 'GET', `${runs}/${first.id}`)
  if (got.status !== 200) return unexpected(got)
  const text = JSON.stringify(got.body)
  const isWhole = OUTPUTS.every(({ qps }) => new RegExp(`[^\\d.]${qps}[^\\d.]`).test(text))
  return { outcome: 'found', text: isWhole ? 'a' : 'partial' }
}
