/** Products whose first number alone is the major version, and those that always count in two. */
const ONE_NUMBER = /^(RocksDB|LevelDB|Speedb|DuckDB)/i
const TWO_NUMBERS = /^(MySQL|MariaDB|Percona|MongoDB)/i

/**
 * `17` of PostgreSQL 17.6 and 18 of 18beta1, but `8.0` of MySQL 8.0.44 and 10.11 of MariaDB 10.11.14, and 9 of RocksDB
 * 9.11.2. Of a product that nobody here knows two numbers below 10 make a major version, as of PostgreSQL 9.6.24.
 */
export function majorOf(version: string, product = ''): string {
  const [, first = version, second] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? []
  if (second === undefined || ONE_NUMBER.test(product)) return first
  return Number(first) < 10 || TWO_NUMBERS.test(product) ? `${first}.${second}` : first
}
