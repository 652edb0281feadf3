import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { redact } from '../../parse/redact.ts'
import { unwrap } from '../../result.ts'
import { checkDocument } from '../../run/check-document.ts'
import { UploadDocument } from '../../run/upload-document.ts'
import { type ImportFile, importFiles } from '../import-files.ts'
import { parseImportProfile } from '../profile.ts'
import { SHIPPED_PROFILES } from '../shipped-profiles.ts'
import { mutations, oddPath } from './mutations.ts'

// Runs in a worker thread, because only another thread can end an endless loop. Posts each case before it is imported.

/** Longer files differ from shorter ones in the number of their lines only. */
const MAX_CHARACTERS = 20_000

const PROFILES = Object.values(SHIPPED_PROFILES).map((yaml) => unwrap(parseImportProfile(yaml)))

const STATED = { product: 'P', version: '1.0', build: 'b', config: 'c', hardware: 'h', workload: 'w', clients: 2 }

/** The recorded raw output of the repository: folders of one run each, at most four files of each folder. */
function recordedFolders(): ImportFile[][] {
  const root = fileURLToPath(new URL('../../../../../demo/raw/', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(root + name).isFile())
    .sort()
  const folders = new Map<string, ImportFile[]>()
  for (const path of files) {
    const folder = folders.get(path.slice(0, path.lastIndexOf('/'))) ?? []
    folders.set(path.slice(0, path.lastIndexOf('/')), folder)
    if (folder.length < 4) folder.push({ path, text: textOf(root + path) })
  }
  return [...folders.values()]
}

function textOf(path: string): string {
  const bytes = readFileSync(path)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return (isGzip ? gunzipSync(bytes) : bytes).toString('utf8').slice(-MAX_CHARACTERS)
}

const damaged = (folders: readonly ImportFile[][]) =>
  fc
    .tuple(fc.constantFrom(...folders), fc.nat(), mutations, oddPath)
    .map(([files, pick, changes, rename]): ImportFile[] => {
      const place = pick % files.length
      return files.map((file, i) =>
        i === place
          ? { path: rename(file.path), text: changes.reduce((text, change) => change(text), file.text) }
          : file,
      )
    })

/** Throws when an import stores something that no measurement can have, or names a line that the file does not have. */
function importAndCheck(
  files: readonly ImportFile[],
  profile: (typeof PROFILES)[number],
  overrides: typeof STATED | object,
) {
  const { documents, problems } = importFiles(files, { profile, overrides })
  for (const { text } of files) redact(text) // Of raw files that are attached.
  for (const document of documents) {
    const issues = checkDocument(UploadDocument.parse(document))
    if (issues.length > 0) throw new Error(`stored all the same: ${JSON.stringify(issues[0])}`)
  }
  const lines = new Map(files.map(({ path, text }) => [path, text.split('\n').length]))
  for (const { file, line } of problems) {
    if (line !== undefined && (line < 1 || line > (lines.get(file) ?? line)))
      throw new Error(`${file} has no line ${line}`)
  }
}

function fuzz({ seed, numRuns }: { seed: number; numRuns: number }): void {
  const folders = [...recordedFolders(), ...GENERATED]
  const profile = fc.constantFrom(...PROFILES)
  const property = fc.property(damaged(folders), profile, fc.constantFrom(STATED, {}), (files, chosen, overrides) => {
    parentPort?.postMessage({ kind: 'case', files: files.map(({ path, text }) => [path.slice(0, 200), text.length]) })
    importAndCheck(files, chosen, overrides)
  })
  fc.assert(property, { seed, numRuns })
}

/** Formats of which the repository has no recording, written from their grammar. */
const GENERATED: readonly ImportFile[][] = [
  [
    {
      path: 'ycsb/workloada.t2.log',
      text: 'Command line: -t -db x.JdbcDBClient -P workloads/workloada -threads 2\n[OVERALL], RunTime(ms), 2000\n[OVERALL], Throughput(ops/sec), 50.0\n[READ], Operations, 60\n[READ], AverageLatency(us), 20.5\n[READ], MinLatency(us), 9\n[READ], MaxLatency(us), 99\n[UPDATE], Operations, 40\n[UPDATE], AverageLatency(us), 21.5\n',
    },
  ],
  [
    {
      path: 'linkbench/L1.P4.log',
      text: 'INFO x [main]: GET_NODE count = 17  p99 = [15,16]ms  max = 26.25ms  mean = 0.085ms\nREQUEST PHASE COMPLETED. 40 requests done in 4 seconds. Requests/second = 10\n',
    },
  ],
  [
    {
      path: 'sysbench/failed.txt',
      text: "sysbench 1.0.20 (using system LuaJIT 2.1.0)\n\nNumber of threads: 4\nFATAL: unable to connect to MySQL server on socket '/var/run/mysqld/mysqld.sock', aborting...\nFATAL: error 2002\n",
    },
  ],
]

try {
  fuzz(workerData as { seed: number; numRuns: number }) // Of the test beside this file.
  parentPort?.postMessage({ kind: 'done' })
} catch (error) {
  parentPort?.postMessage({ kind: 'failed', message: error instanceof Error ? error.stack : String(error) })
}
