import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { importFiles } from '@assay/domain/import/import-files'
import { redact } from '@assay/domain/parse/redact'
import type { UploadDocument, UploadResult } from '@assay/domain/run/upload-document'
import { demoProfile } from '@assay/testing/import/demo-profile'
import { readRecord } from './experiment/run-folders.ts'
import { RunnerHistory } from './runner/recorded-runner.ts'

/** A set of results that we recorded ourselves (raw/README.md). */
export type RecordedSet = { name: string; make(): UploadDocument[] }

export const RAW = fileURLToPath(new URL('raw/', import.meta.url))
const RUNNERS = fileURLToPath(new URL('runners/', import.meta.url))

/** Runs that a runner executed on a busy machine. */
export const RECORDED_RUNNER = 'nov26.runner.vm4'

export const RECORDED_SETS: readonly RecordedSet[] = [
  /**
   * Profiles of Postgres under sysbench. Their raw files are included, because flame graphs need them; throughput is
   * excluded, because two shared virtual cores cannot measure it.
   */
  { name: 'nov26.sb.perf.vm2', make: () => profilesOnly('nov26.sb.perf.vm2') },
  /** Two sorting methods, measured alternately by one thread: evidence of a spec. */
  { name: 'nov26.sort.vm2', make: () => imported('nov26.sort.vm2') },
  /** Steps on two versions of Postgres with counters, wait events, plans and perf, as `assay exec` recorded them. */
  { name: 'nov26.steps.vm3', make: () => recorded('nov26.steps.vm3') },
  /** Steps of the Insert Benchmark by a client of ours, with the buckets of their response times. */
  { name: 'nov26.ib.vm3', make: () => imported('nov26.ib.vm3') },
  /** Leveled and universal compaction over versions of RocksDB. */
  { name: 'nov26.rocksdb-versions.vm3', make: () => imported('nov26.rocksdb-versions.vm3') },
  /** Sweeps of db_bench: caches by threads, fan-out of levels, rate of writes. */
  { name: 'nov26.rocksdb-sweeps.vm3', make: () => recorded('nov26.rocksdb-sweeps.vm3') },
  /** Runs of an experiment (recorded-experiments.ts). */
  { name: 'nov26.tuning.vm4', make: () => ofExperiment('nov26.tuning.vm4') },
  /** Runs that a runner executed on request (runner/record-runner.ts). */
  { name: RECORDED_RUNNER, make: () => ofRunner(RECORDED_RUNNER) },
]

const filesOf = (name: string) =>
  readdirSync(RAW + name, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.record.json') && entry.name !== 'experiment.json')
    .map((entry) => `${entry.parentPath.slice(RAW.length)}/${entry.name}`)
    .sort()
    .map((path) => ({ path, text: readFileSync(RAW + path, 'utf8') }))

function imported(name: string): UploadDocument[] {
  const { documents } = importFiles(filesOf(name), { profile: demoProfile })
  return documents.map(({ testbed: _testbed, ...document }) => ({ ...document, source: sourceOf(document) }))
}

/** Folders of `assay exec`, with the facts of their records and the plans that flame graphs and comparisons open. */
function recorded(name: string): UploadDocument[] {
  const files = filesOf(name)
  const { documents } = importFiles(files, { profile: demoProfile })
  const texts = new Map(files.map(({ path, text }) => [path, redact(text)]))
  return documents.map((document) => ({
    ...document,
    source: sourceOf(document),
    attachments: attachmentsOf(document, texts),
  }))
}

/** Each folder is a run of its own, with the id that its signed record states. */
function ofExperiment(name: string): UploadDocument[] {
  const byFolder = Map.groupBy(filesOf(name), ({ path }) => path.split('/').slice(0, 2).join('/'))
  return [...byFolder].flatMap(([folder, files]) => {
    const { runId } = readRecord(RAW + folder).record
    const { documents } = importFiles(files, { profile: demoProfile })
    return documents.map((document) => ({ ...document, runId, source: sourceOf(document) }))
  })
}

/** Each folder is an attempt of a request, and its run has the id that the attempt names. */
function ofRunner(name: string): UploadDocument[] {
  const { requests } = RunnerHistory.parse(JSON.parse(readFileSync(`${RUNNERS}${name}.json`, 'utf8')))
  const runIds = new Map(requests.flatMap(({ attempts }) => attempts.map(({ id, runIds: [run] }) => [id, run])))
  return [...Map.groupBy(filesOf(name), ({ path }) => path.split('/')[1] ?? '')].flatMap(([attempt, files]) => {
    const { documents } = importFiles(files, { profile: demoProfile })
    return documents.map((document) => ({ ...document, runId: runIds.get(attempt), source: sourceOf(document) }))
  })
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
  return {
    ...rest,
    source: sourceOf(document),
    metricNames: profileMetrics,
    results: results.map(({ command: _command, samples: _samples, ...result }): UploadResult => {
      return { ...result, values: profileMetrics.map((metric) => result.values[metricNames.indexOf(metric)] ?? null) }
    }),
    attachments: attachmentsOf(document, texts),
    profiles,
  }
}

/** The raw files of the profiles and plans of a run, each once. */
function attachmentsOf({ profiles = [] }: UploadDocument, texts: ReadonlyMap<string, string>) {
  return [...new Set(profiles.map(({ attachment }) => attachment))].map((name) => {
    const content = Buffer.from(texts.get(name) ?? '', 'utf8')
    const sha256 = createHash('sha256').update(content).digest('hex')
    const contentGzipBase64 = gzipSync(content, { level: 9 }).toString('base64')
    return { name, sha256, sizeBytes: content.length, mediaType: 'text/plain', contentGzipBase64 }
  })
}
