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

const KNOWN: ReadonlySet<string> = new Set(PRODUCT_NAMES.map(({ name }) => name))

/** True for a run whose names state a product that its benchmark cannot talk to, such as MySQL for pgbench. */
export function isOtherProduct({ benchmark, fields, origins }: RunDraft): boolean {
  const { product } = fields
  const source = origins.product?.source
  const isNamed = source === undefined || source === 'name' || source === 'folder'
  return isNamed && product !== undefined && KNOWN.has(product) && PRODUCTS[benchmark]?.includes(product) === false
}
