import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { ImportFile } from '@assay/domain/import/import-files'

/** Maximum length of a file; longer files differ only in their number of lines. */
const MAX_CHARACTERS = 20_000

/** The recorded raw output in the repository: folders of one run each, at most four files per folder. */
export function recordedFolders(): ImportFile[][] {
  const root = fileURLToPath(new URL('../../../../demo/raw/', import.meta.url))
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

/** Formats without a recording in the repository, written from their grammar. */
export const WRITTEN_FOLDERS: readonly ImportFile[][] = [
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
