import { insertBenchmarkMysql } from './insert-benchmark-mysql.ts'
import { insertBenchmarkReports } from './insert-benchmark-reports.ts'
import { linkbenchMongo } from './linkbench-mongo.ts'
import { objectCompression } from './object-compression.ts'
import { linkbenchReport } from './published-linkbench.ts'
import type { PublishedSet } from './published-set.ts'
import { compilerGains } from './rocksdb-compilers.ts'
import { rocksdbIoEfficiency } from './rocksdb-io-efficiency.ts'

/** Sets that make-set.ts does not create: published tables and reports from elsewhere. */
export const PUBLISHED_SETS: readonly PublishedSet[] = [
  linkbenchMongo,
  objectCompression,
  linkbenchReport,
  insertBenchmarkMysql,
  insertBenchmarkReports,
  rocksdbIoEfficiency,
  compilerGains,
]
