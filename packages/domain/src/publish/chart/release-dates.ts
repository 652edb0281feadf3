/**
 * Release dates of versions from the release notes of their vendors: postgresql.org/docs/release,
 * dev.mysql.com/doc/relnotes, HISTORY.md of facebook/rocksdb. Versions that are not listed have no date on charts.
 */
const RELEASES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  PostgreSQL: {
    '2017-10-05': ['10.0'],
    '2018-10-18': ['11.0'],
    '2019-10-03': ['12.0'],
    '2020-09-24': ['13.0'],
    '2020-11-12': ['11.10'],
    '2021-09-30': ['14.0'],
    '2021-11-11': ['9.6.24'],
    '2022-10-13': ['15.0'],
    '2022-11-10': ['10.23'],
    '2023-09-14': ['16.0'],
    '2023-11-09': ['11.22'],
    '2024-09-26': ['17.0'],
    '2024-11-21': ['12.22'],
    '2025-02-20': ['13.20', '14.17', '15.12', '16.8', '17.4'],
    '2025-08-14': ['13.22', '14.19', '15.14', '16.10', '17.6'],
    '2025-09-25': ['18.0'],
    '2025-11-13': ['13.23', '14.20', '15.15', '16.11', '17.7', '18.1'],
  },
  MySQL: {
    '2022-01-18': ['8.0.28'],
    '2022-04-26': ['8.0.29'],
    '2022-07-26': ['8.0.30'],
    '2022-10-11': ['8.0.31'],
    '2023-01-17': ['8.0.32'],
    '2023-04-18': ['8.0.33'],
    '2023-07-18': ['8.0.34'],
    '2023-10-25': ['8.0.35', '5.7.44'],
    '2024-01-16': ['8.0.36'],
    '2024-04-30': ['8.0.37', '8.4.0'],
    '2024-07-01': ['8.0.38', '9.0.0'],
    '2024-07-23': ['8.0.39'],
    '2024-10-15': ['8.0.40', '9.1.0'],
    '2025-01-21': ['8.0.41', '9.2.0'],
    '2025-04-15': ['8.0.42', '9.3.0'],
    '2025-07-22': ['8.0.43', '8.4.6', '9.4.0'],
    '2025-10-21': ['8.0.44', '8.4.7', '9.5.0'],
    '2026-01-20': ['8.0.45', '8.4.8', '9.6.0'],
  },
  RocksDB: {
    '2020-03-29': ['6.9.0'],
    '2025-12-16': ['10.10.0'],
  },
}

const byProduct = new Map(
  Object.entries(RELEASES).map(([product, days]) => [
    product,
    new Map(Object.entries(days).flatMap(([day, versions]) => versions.map((version) => [version, day]))),
  ]),
)

/** The release date of a version, such as `2025-09-25`; null if unknown. */
export const releaseDate = (product: string, version: string): string | null =>
  byProduct.get(product)?.get(version) ?? null

/** The note of a version on a chart: `{ note: 'released 2025-09-25' }`, or empty. */
export function releaseNote(product: string, version: string): { note?: string } {
  const day = releaseDate(product, version)
  return day === null ? {} : { note: `released ${day}` }
}
