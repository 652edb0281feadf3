import { PERF_FORMATS } from '../companion-files/perf/perf-format.ts'
import { PROFILES_FORMATS } from '../companion-files/profiles/profile-formats.ts'
import { SETTINGS_AND_MEASUREMENTS_FORMATS } from '../companion-files/settings-and-measurements.ts'
import type { Format } from '../import/format.ts'
import { CLIENTS_FORMATS } from '../import/formats/clients.ts'
import { DB_BENCH_FORMATS } from './db-bench/db-bench-format.ts'
import { FIO_FORMATS } from './fio/fio-format.ts'
import { HAMMERDB_FORMATS } from './hammerdb/hammerdb-format.ts'
import { IIBENCH_FORMATS } from './iibench/iibench-format.ts'
import { LINKBENCH_FORMATS } from './linkbench/linkbench-format.ts'
import { MAPPED_CSV_FORMATS } from './mapped-csv/mapped-csv-format.ts'

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
  ...SETTINGS_AND_MEASUREMENTS_FORMATS,
  ...MAPPED_CSV_FORMATS,
]

const byKind = new Map(FORMATS.map((format) => [format.kind, format]))

export const findFormat = (kind: string): Format | undefined => byKind.get(kind)

export const recogniseFormat = (name: string, text: string): Format | undefined =>
  FORMATS.find((format) => format.recognise(name, text))
