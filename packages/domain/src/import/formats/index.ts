import type { Format } from '../format.ts'
import { CLIENTS_FORMATS } from './clients.ts'
import { DB_BENCH_FORMATS } from './db-bench.ts'
import { FIO_FORMATS } from './fio.ts'
import { HAMMERDB_FORMATS } from './hammerdb.ts'
import { IIBENCH_FORMATS } from './iibench.ts'
import { LINKBENCH_FORMATS } from './linkbench.ts'
import { MAPPED_CSV_FORMATS } from './mapped-csv.ts'
import { PERF_FORMATS } from './perf.ts'
import { PROFILES_FORMATS } from './profiles.ts'
import { SIDE_FILES_FORMATS } from './side-files.ts'

/** Every format beside those of sysbench and the db_bench tables; the first that recognises a file reads it. */
export const FORMATS: readonly Format[] = [
  ...IIBENCH_FORMATS,
  ...LINKBENCH_FORMATS,
  ...HAMMERDB_FORMATS,
  ...CLIENTS_FORMATS,
  ...DB_BENCH_FORMATS,
  ...FIO_FORMATS,
  ...PERF_FORMATS,
  ...PROFILES_FORMATS,
  ...SIDE_FILES_FORMATS,
  ...MAPPED_CSV_FORMATS,
]

const byKind = new Map(FORMATS.map((format) => [format.kind, format]))

export const findFormat = (kind: string): Format | undefined => byKind.get(kind)

export const recogniseFormat = (name: string, text: string): Format | undefined =>
  FORMATS.find((format) => format.recognise(name, text))
