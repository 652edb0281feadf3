import { PRODUCT_NAMES } from '../names/product-names.ts'
import type { RunDraft } from '../run-draft.ts'

const OF_POSTGRES = [
  'PostgreSQL',
  ...['OrioleDB', 'TimescaleDB', 'Citus', 'Aurora PostgreSQL', 'Aurora', 'AlloyDB', 'Neon', 'PolarDB', 'Greenplum'],
  ...['EDB Postgres Advanced Server', 'CockroachDB', 'YugabyteDB', 'QuestDB'],
]
const OF_REDIS = ['Redis', 'Valkey', 'KeyDB', 'Garnet', 'Dragonfly']
const OF_CASSANDRA = ['Cassandra', 'ScyllaDB', 'DataStax Enterprise']

/** Products whose protocol a benchmark speaks, for those that speak one only. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  pgbench: OF_POSTGRES,
  'redis-benchmark': OF_REDIS,
  memtier_benchmark: [...OF_REDIS, 'Memcached'],
  'cassandra-stress': OF_CASSANDRA,
  latte: OF_CASSANDRA,
}

/** Libraries that store keys and values, which no benchmark of SQL or of a server can talk to. */
const LIBRARIES: ReadonlySet<string> = new Set(['RocksDB', 'WiredTiger', 'LevelDB', 'Speedb', 'Pebble', 'LMDB'])
const OF_SERVERS =
  /^(?:sysbench|hammerdb.*|benchbase|go-tpc|linkbench|insert benchmark|tpc-(?:h|ds|c)|mongo-perf|tsbs|clickbench)$/i
/** YCSB has clients for these libraries only. */
const YCSB_LIBRARIES: ReadonlySet<string> = new Set(['RocksDB', 'Speedb'])

const isLibraryOfOthers = (benchmark: string, product: string): boolean =>
  LIBRARIES.has(product) &&
  (OF_SERVERS.test(benchmark) || (/^(?:go-)?ycsb$/i.test(benchmark) && !YCSB_LIBRARIES.has(product)))

const KNOWN: ReadonlySet<string> = new Set(PRODUCT_NAMES.map(({ name }) => name))

/**
 * True for a run whose names state a product that its benchmark cannot talk to, such as MySQL for pgbench, or RocksDB for
 * sysbench, where RocksDB is the engine of a server.
 */
export function isOtherProduct({ benchmark, fields, origins }: RunDraft): boolean {
  const { product } = fields
  const source = origins.product?.source
  const isNamed = source === undefined || source === 'name' || source === 'folder'
  if (!isNamed || product === undefined || !KNOWN.has(product)) return false
  return PRODUCTS[benchmark]?.includes(product) === false || isLibraryOfOthers(benchmark, product)
}
