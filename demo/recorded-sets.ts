import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { importFiles } from '@assay/domain/import/import-files'
import { redact } from '@assay/domain/parse/redact'
import type { UploadDocument, UploadResult } from '@assay/domain/run/upload-document'
import { demoProfile } from '@assay/testing/import/demo-profile'

/** A set of results that we recorded ourselves (raw/README.md). */
export type RecordedSet = { name: string; make(): UploadDocument[] }

const RAW = fileURLToPath(new URL('raw/', import.meta.url))

export const RECORDED_SETS: readonly RecordedSet[] = [
  /**
   * Profiles of Postgres under sysbench. Their raw files are included, because flame graphs need them; throughput is
   * excluded, because two shared virtual cores cannot measure it.
   */
  { name: 'nov26.sb.perf.vm2', make: () => profilesOnly('nov26.sb.perf.vm2') },
  /** Two sorting methods, measured alternately by one thread: evidence of a spec. */
  { name: 'nov26.sort.vm2', make: () => imported('nov26.sort.vm2') },
]

const filesOf = (name: string) =>
  readdirSync(RAW + name, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(RAW.length)}/${entry.name}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(RAW + path, 'utf8') }))

function imported(name: string): UploadDocument[] {
  const { documents } = importFiles(filesOf(name), { profile: demoProfile })
  return documents.map(({ testbed: _testbed, ...document }) => ({ ...document, source: sourceOf(document) }))
}

const sourceOf = ({ source }: UploadDocument) => ({ name: `recorded by us: demo/raw/${source?.name ?? ''}` })

function profilesOnly(name: string): UploadDocument[] {
  const files = filesOf(name)
  const { documents } = importFiles(files, { profile: demoProfile })
  const texts = new Map(files.map(({ path, text }) => [path, redact(text)]))
  return documents.map((document) => withProfiles(document, texts))
}

function withProfiles(document: UploadDocument, texts: ReadonlyMap<string, string>): UploadDocument {
  const { metricNames, results, profiles = [], metrics: _metrics, testbed: _testbed, ...rest } = document
  const profileMetrics = metricNames.filter((metric) => metric.startsWith('profile_'))
  const attachments = profiles.map(({ attachment: name }) => {
    const content = Buffer.from(texts.get(name) ?? '', 'utf8')
    const sha256 = createHash('sha256').update(content).digest('hex')
    const contentGzipBase64 = gzipSync(content, { level: 9 }).toString('base64')
    return { name, sha256, sizeBytes: content.length, mediaType: 'text/plain', contentGzipBase64 }
  })
  return {
    ...rest,
    source: sourceOf(document),
    metricNames: profileMetrics,
    results: results.map(({ command: _command, samples: _samples, ...result }): UploadResult => {
      return { ...result, values: profileMetrics.map((metric) => result.values[metricNames.indexOf(metric)] ?? null) }
    }),
    attachments,
    profiles,
  }
}
