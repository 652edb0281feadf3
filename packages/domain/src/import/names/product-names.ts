/** Lists the versions that digits without dots may mean, such as 8.0.44 for `8044`. */
type Split = (digits: string) => string[]

export type ProductName = {
  name: string
  /** Spellings in names of folders and files, in lower case. */
  spellings: readonly string[]
  /** Versions that digits without dots may mean. Without it such digits are ambiguous and state no version. */
  split?: Split
  /** Major versions that exist or may soon. Another number is a date, a port or a size, and no version. */
  majors: RegExp
  /** The form of its versions, where a number more or less is something else. */
  form?: RegExp
  /** Major versions that are never a version alone, so that a number after them belongs to the version: 8.4. */
  hasMinor?: RegExp
  /** Digits that are a version even after a separator, where others may be clients, rows or a port: mysql-8044. */
  sureDigits?: RegExp
  /** True for a word that also names machines and vendors, so that only a version after it makes it the product. */
  needsVersion?: true
  /** Revision that the vendor adds to the version of another product: 8.4.7-7. */
  revision?: RegExp
}

/** Joins the numbers of a version with dots. Leading zeros are dropped: 10.06 is 10.6. */
const dotted = (...parts: (string | undefined)[]): string =>
  parts.flatMap((part) => (part === undefined || part === '' ? [] : [String(Number(part))])).join('.')

/** Splits digits by patterns whose groups are the numbers of a version. */
const byPatterns =
  (...patterns: readonly RegExp[]): Split =>
  (digits) => [...new Set(patterns.flatMap((pattern) => versionsOf(pattern, digits)))]

function versionsOf(pattern: RegExp, digits: string): string[] {
  const found = pattern.exec(digits)
  return found === null ? [] : [dotted(...found.slice(1))]
}

/** 9.6.24 has three numbers; versions since 10 have two. Four digits from 2000 on are a year. */
const POSTGRES = byPatterns(/^(9)([0-6])(\d{1,2})?$/, /^(1\d|2\d)(\d)$/, /^(1\d)(0[1-9]|[1-9]\d)$/)
const MYSQL = byPatterns(/^(5)([5-7])(\d{1,2})?$/, /^(8)([0-4])(\d{1,2})?$/, /^(9)(\d)(\d{1,2})?$/)
const MARIADB = byPatterns(/^(10)(1[01]|\d)(\d{1,2})?$/, /^(1[12])(\d)(\d{1,2})?$/, /^(1[0-2])(0\d|1\d)(\d{2})$/)
const ROCKSDB = byPatterns(
  /^([5-9])(\d{1,2})$/,
  /^([5-9])(\d{1,2})(\d)$/,
  /^(1[0-5])(\d{1,2})$/,
  /^(1[0-5])(\d{1,2})(\d)$/,
)
/** A number of seven digits: 3.46.1 as 3460100. */
const SQLITE = byPatterns(/^(3)(\d{2})(\d{2})00$/)
const MONGODB = byPatterns(/^([3-9])([0-6])(\d{1,2})?$/)
const REDIS = byPatterns(/^([5-9])(\d)(\d{1,2})?$/)
const POSTGRES_MAJORS = /^(?:[789]|1\d|2[0-4])$/
const MYSQL_MAJORS = /^(?:[589]|10)$/
const MYSQL_DIGITS = /^(?:5[67]|8[0-4]|9\d|(?:57|80|84)(?:0[1-9]|[1-4]\d))$/

const from = (min: number, max: number): RegExp =>
  new RegExp(`^(?:${Array.from({ length: max + 1 - min }, (_, major) => min + major).join('|')})$`)

/** Database products by their common spellings. The first spelling that fits is taken, so longer ones come first. */
export const PRODUCT_NAMES: readonly ProductName[] = [
  { name: 'OrioleDB', spellings: ['orioledb', 'oriole'], majors: from(0, 20) },
  { name: 'TimescaleDB', spellings: ['timescaledb', 'timescale'], majors: from(0, 4) },
  { name: 'Citus', spellings: ['citus'], majors: from(1, 16) },
  { name: 'Aurora PostgreSQL', spellings: join('aurora', ['postgresql', 'postgres', 'pg']), majors: POSTGRES_MAJORS },
  { name: 'Aurora MySQL', spellings: join('aurora', ['mysql']), majors: from(1, 10) },
  { name: 'Aurora', spellings: ['aurora'], majors: from(1, 24) },
  { name: 'AlloyDB', spellings: ['alloydb'], majors: POSTGRES_MAJORS },
  { name: 'Neon', spellings: ['neon'], majors: POSTGRES_MAJORS, needsVersion: true },
  { name: 'PolarDB', spellings: ['polardb'], majors: from(1, 20) },
  {
    name: 'EDB Postgres Advanced Server',
    spellings: ['epas', ...join('edb', ['postgresql', 'postgres', 'pg', 'as']), 'edb', 'enterprisedb'],
    majors: POSTGRES_MAJORS,
  },
  { name: 'Greenplum', spellings: ['greenplum', 'gpdb'], majors: from(1, 9) },
  { name: 'Greenplum', spellings: ['gp'], majors: from(4, 9), needsVersion: true },
  {
    name: 'PostgreSQL',
    spellings: ['postgresql', 'postgres', 'pgsql', 'psql', 'pg'],
    split: POSTGRES,
    majors: POSTGRES_MAJORS,
    form: /^(?:[789](?:\.\d+){0,2}|[12]\d(?:\.\d+)?)(?![.\d])/,
    hasMinor: /^[89]$/,
  },
  {
    name: 'Percona XtraDB Cluster',
    spellings: ['percona-xtradb-cluster', 'percona_xtradb_cluster', 'percona xtradb cluster', 'xtradb-cluster', 'pxc'],
    split: MYSQL,
    majors: MYSQL_MAJORS,
    hasMinor: MYSQL_MAJORS,
    sureDigits: MYSQL_DIGITS,
    revision: /^-\d{1,3}(?![.\d])/,
  },
  {
    name: 'Percona Server',
    spellings: ['percona-server', 'percona_server', 'percona server', 'perconaserver', 'percona'],
    split: MYSQL,
    majors: MYSQL_MAJORS,
    hasMinor: MYSQL_MAJORS,
    sureDigits: MYSQL_DIGITS,
    revision: /^-\d{1,3}(?![.\d])/,
  },
  {
    name: 'Percona Server',
    spellings: ['ps'],
    split: MYSQL,
    majors: MYSQL_MAJORS,
    hasMinor: MYSQL_MAJORS,
    sureDigits: MYSQL_DIGITS,
    needsVersion: true,
    revision: /^-\d{1,3}(?![.\d])/,
  },
  { name: 'Meta MySQL', spellings: ['fbmysql', 'fb-mysql', 'metamysql'], split: MYSQL, majors: MYSQL_MAJORS },
  {
    name: 'MySQL',
    spellings: ['mysql'],
    split: MYSQL,
    majors: MYSQL_MAJORS,
    hasMinor: MYSQL_MAJORS,
    sureDigits: MYSQL_DIGITS,
  },
  {
    name: 'MySQL',
    spellings: ['my'],
    split: MYSQL,
    majors: MYSQL_MAJORS,
    hasMinor: MYSQL_MAJORS,
    sureDigits: MYSQL_DIGITS,
    needsVersion: true,
  },
  {
    name: 'MariaDB',
    spellings: ['mariadb', 'maria'],
    split: MARIADB,
    majors: /^(?:5|1[0-5])$/,
    hasMinor: /^(?:5|1[0-5])$/,
    sureDigits: /^1[0-5](?:0\d|1[01])(?:0[1-9]|[1-9]\d)$/,
  },
  { name: 'MyRocks', spellings: ['myrocks'], majors: from(1, 12) },
  { name: 'MongoRocks', spellings: ['mongorocks'], majors: from(1, 9) },
  {
    name: 'RocksDB',
    spellings: ['rocksdb'],
    split: ROCKSDB,
    majors: /^(?:[3-9]|1[0-5])$/,
    hasMinor: /^(?:[3-9]|1[0-5])$/,
    sureDigits: /^[5-9]\d$/,
  },
  {
    name: 'Percona Server for MongoDB',
    spellings: ['psmdb', 'percona-server-mongodb'],
    split: MONGODB,
    majors: from(3, 12),
    revision: /^-\d{1,3}(?![.\d])/,
  },
  {
    name: 'MongoDB',
    spellings: [
      'mongodb-org-server',
      'mongodb-enterprise-server',
      'mongodb-org',
      'mongodb-enterprise',
      'mongodb',
      'mongod',
      'mongo',
    ],
    split: MONGODB,
    majors: from(1, 12),
  },
  { name: 'WiredTiger', spellings: ['wiredtiger'], majors: from(1, 12) },
  { name: 'FerretDB', spellings: ['ferretdb'], majors: from(0, 5) },
  { name: 'CockroachDB', spellings: ['cockroachdb', 'cockroach', 'crdb'], majors: /^(?:[12]|19|2\d)$/ },
  {
    name: 'YugabyteDB',
    spellings: ['yugabytedb', 'yugabyte', 'ybdb', 'yb'],
    majors: /^(?:[1-4]|20[23]\d)$/,
    revision: /^-b\d{1,4}(?![.\d])/,
  },
  { name: 'TiDB', spellings: ['tidb'], majors: from(1, 12) },
  { name: 'TiKV', spellings: ['tikv'], majors: from(1, 12) },
  { name: 'OceanBase', spellings: ['oceanbase'], majors: from(1, 7) },
  { name: 'SingleStore', spellings: ['singlestore', 'memsql'], majors: from(1, 12) },
  { name: 'Vitess', spellings: ['vitess'], majors: from(1, 30) },
  { name: 'ScyllaDB', spellings: ['scylladb', 'scylla'], majors: /^(?:[1-7]|20[12]\d)$/ },
  { name: 'DataStax Enterprise', spellings: ['dse'], majors: from(4, 8), needsVersion: true },
  { name: 'Cassandra', spellings: ['cassandra', 'c*'], majors: from(0, 7) },
  {
    name: 'ClickHouse',
    spellings: ['clickhouse'],
    majors: /^(?:1|19|2\d|3\d)$/,
    revision: /^-(?:lts|stable|testing)(?![a-z\d])/,
  },
  { name: 'QuestDB', spellings: ['questdb'], majors: from(1, 12) },
  { name: 'InfluxDB', spellings: ['influxdb'], majors: from(0, 5) },
  { name: 'DuckDB', spellings: ['duckdb'], majors: from(0, 3) },
  {
    name: 'SQLite',
    spellings: ['sqlite-amalgamation', 'sqlite-autoconf', 'sqlite-src', 'sqlite3', 'sqlite'],
    split: SQLITE,
    majors: from(1, 4),
    sureDigits: /^3\d{6}$/,
  },
  {
    name: 'SQL Server',
    spellings: ['sqlserver', 'sql-server', 'sql server', 'sql_server', 'mssql'],
    majors: /^(?:1\d|20[0-3]\d)$/,
    sureDigits: /^20(?:0[058]|1[24679]|22|25)$/,
  },
  { name: 'Oracle', spellings: ['oracle'], majors: /^(?:1\d|2\d)$/, needsVersion: true },
  { name: 'FoundationDB', spellings: ['foundationdb', 'fdb'], majors: from(3, 9) },
  { name: 'LevelDB', spellings: ['leveldb'], majors: from(1, 2) },
  { name: 'Speedb', spellings: ['speedb'], majors: from(1, 4) },
  { name: 'Pebble', spellings: ['pebble'], majors: from(0, 4), needsVersion: true },
  { name: 'LMDB', spellings: ['lmdb'], majors: from(0, 1) },
  { name: 'Valkey', spellings: ['valkey'], split: REDIS, majors: /^(?:[7-9]|1[0-2])$/ },
  { name: 'KeyDB', spellings: ['keydb'], majors: from(0, 8) },
  { name: 'Garnet', spellings: ['garnet'], majors: from(1, 3), needsVersion: true },
  { name: 'Dragonfly', spellings: ['dragonflydb', 'dragonfly'], majors: from(0, 4) },
  { name: 'Redis', spellings: ['redis'], split: REDIS, majors: from(1, 10) },
  { name: 'Memcached', spellings: ['memcached'], majors: from(1, 2) },
  { name: 'Aerospike', spellings: ['aerospike'], majors: from(1, 10) },
  { name: 'Couchbase', spellings: ['couchbase'], majors: from(1, 9) },
  { name: 'etcd', spellings: ['etcd'], majors: from(1, 4) },
  { name: 'Elasticsearch', spellings: ['elasticsearch'], majors: from(1, 11) },
  { name: 'OpenSearch', spellings: ['opensearch'], majors: from(1, 6) },
  { name: 'Apache Doris', spellings: [...join('apache', ['doris']), 'doris'], majors: from(0, 5), needsVersion: true },
  { name: 'StarRocks', spellings: ['starrocks'], majors: from(1, 6) },
  { name: 'Databend', spellings: ['databend'], majors: from(0, 2) },
  { name: 'MonetDB', spellings: ['monetdb'], majors: /^11$/ },
  { name: 'openGauss', spellings: ['opengauss'], majors: from(1, 9) },
  { name: 'Kvrocks', spellings: ['kvrocks'], majors: from(1, 3) },
  { name: 'ArangoDB', spellings: ['arangodb'], majors: from(2, 4) },
  { name: 'Neo4j', spellings: ['neo4j'], majors: /^(?:[2-5]|202\d)$/ },
  { name: 'Firebird', spellings: ['firebird'], majors: from(2, 6), needsVersion: true },
  { name: 'HBase', spellings: ['hbase'], majors: from(1, 4) },
  { name: 'Tarantool', spellings: ['tarantool'], majors: from(1, 4) },
  { name: 'VictoriaMetrics', spellings: ['victoriametrics'], majors: from(1, 2) },
  { name: 'Milvus', spellings: ['milvus'], majors: from(1, 4) },
  { name: 'Qdrant', spellings: ['qdrant'], majors: from(0, 3) },
  { name: 'Weaviate', spellings: ['weaviate'], majors: from(0, 3) },
]

/** Spellings of two words, joined by any separator or none. */
function join(first: string, others: readonly string[]): string[] {
  return others.flatMap((other) => ['-', '_', ' ', '.', ''].map((separator) => first + separator + other))
}

/**
 * False for a version whose first number no release of the product has, such as 25.11.03 of MySQL, which is a date. Any
 * version of an unknown product may exist.
 */
export function isPlausibleVersion(productName: string, version: string): boolean {
  const product = PRODUCT_NAMES.find(({ name }) => name === productName)
  const [major] = /^\d+(?=[.a-z-]|$)/i.exec(version) ?? []
  // The hash of a commit may begin with a digit.
  if (product === undefined || major === undefined || /^(?=\d*[a-f])[\da-f]{7,40}$/.test(version)) return true
  return product.majors.test(String(Number(major))) && product.form?.test(version) !== false
}

/** True for a number that a release of a known product has. */
export const isReleaseOf = (productName: string, version: string): boolean =>
  PRODUCT_NAMES.some(({ name }) => name === productName) && isPlausibleVersion(productName, version)

/** The name that all formats have for a product, such as ClickHouse for `clickhouse`; any other text as it is. */
export function productNamed(text: string): string {
  const spelling = text.toLowerCase()
  return PRODUCT_NAMES.find(({ spellings }) => spellings.includes(spelling))?.name ?? text
}

/** Extensions, which are the product where they are named next to the server that loads them. */
const EXTENSIONS: ReadonlySet<string> = new Set(['TimescaleDB', 'Citus', 'OrioleDB'])
/** Storage engines, by the servers that have them. The server is the product. */
const ENGINES: Readonly<Record<string, readonly string[]>> = {
  MyRocks: ['MySQL', 'MariaDB', 'Percona Server', 'Percona XtraDB Cluster', 'Meta MySQL'],
  RocksDB: ['MySQL', 'MariaDB', 'Percona Server', 'Meta MySQL', 'MongoDB', 'TiKV', 'CockroachDB', 'YugabyteDB'],
  WiredTiger: ['MongoDB'],
  TiKV: ['TiDB'],
}
/** Services that run another server under a version of their own. */
const SERVICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Aurora: { PostgreSQL: 'Aurora PostgreSQL', MySQL: 'Aurora MySQL' },
  Neon: { PostgreSQL: 'Neon' },
}

/** True for a service that runs another server. The version of this server is its own. */
export const isService = (name: string): boolean => Object.hasOwn(SERVICES, name)

/** True for a storage engine of a server. */
export const isEngineOf = (engine: string, server: string): boolean => ENGINES[engine]?.includes(server) === true

/** The product that two names of products mean together; null when they contradict each other. */
export function joinProducts(first: string, second: string): string | null {
  return first === second ? first : (joined(first, second) ?? joined(second, first))
}

function joined(one: string, other: string): string | null {
  if (EXTENSIONS.has(one) && other === 'PostgreSQL') return one
  if (isEngineOf(one, other)) return other
  return SERVICES[one]?.[other] ?? (Object.values(SERVICES[other] ?? {}).includes(one) ? one : null)
}
