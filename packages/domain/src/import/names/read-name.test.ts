import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certainFields, readName } from './read-name.ts'
import { SEPARATORS } from './separators.ts'

const certain = (name: string) => certainFields(readName(name))

test.each([
  ['pg-18.1', { product: 'PostgreSQL', version: '18.1' }],
  ['postgres-18.1', { product: 'PostgreSQL', version: '18.1' }],
  ['postgresql18', { product: 'PostgreSQL', version: '18' }],
  ['postgresql_v17.6', { product: 'PostgreSQL', version: '17.6' }],
  ['pgv18', { product: 'PostgreSQL', version: '18' }],
  ['PG18beta1', { product: 'PostgreSQL', version: '18beta1' }],
  ['pg-18-rc1', { product: 'PostgreSQL', version: '18rc1' }],
  ['pg181', { product: 'PostgreSQL', version: '18.1' }],
  ['pg1710', { product: 'PostgreSQL', version: '17.10' }],
  ['results', {}],
  ['20m', {}],
  ['8core', {}],
  ['pg9624', { product: 'PostgreSQL', version: '9.6.24' }],
  ['mysql8044', { product: 'MySQL', version: '8.0.44' }],
  ['mysql-8.0.44', { product: 'MySQL', version: '8.0.44' }],
  ['MySQL_8_0_44', { product: 'MySQL', version: '8.0.44' }],
  ['mysql-16-oltp', { product: 'MySQL', test: 'oltp' }],
  ['pg-16thr', { product: 'PostgreSQL', clients: '16' }],
  ['mysql84', { product: 'MySQL', version: '8.4' }],
  ['mysql5744', { product: 'MySQL', version: '5.7.44' }],
  ['mariadb-11.8.5', { product: 'MariaDB', version: '11.8.5' }],
  ['mariadb101115', { product: 'MariaDB', version: '10.11.15' }],
  ['rocksdb-10.2', { product: 'RocksDB', version: '10.2' }],
  ['redis7.2.4', { product: 'Redis', version: '7.2.4' }],
  ['pg-main-abc1234', { product: 'PostgreSQL', version: 'main', commit: 'abc1234' }],
  ['main-abc1234', { version: 'main', commit: 'abc1234' }],
  ['8.0.44', { version: '8.0.44' }],
  ['v18', { version: '18' }],
  ['gcc-O2-pgo', { compiler: 'gcc', flags: '-O2', pgo: 'true' }],
  [
    'clang18-O3-thinlto-bolt',
    { compiler: 'clang', compilerVersion: '18', flags: '-O3 -flto=thin', lto: 'true', bolt: 'true' },
  ],
  ['gcc14_nopgo_march-x86-64-v3', { compiler: 'gcc', compilerVersion: '14', pgo: 'false', march: 'x86-64-v3' }],
  ['clang march=native jemalloc-5.3', { compiler: 'clang', march: 'native', allocator: 'jemalloc 5.3' }],
  [
    'pg-18.1-gcc-13-lto',
    { product: 'PostgreSQL', version: '18.1', compiler: 'gcc', compilerVersion: '13', lto: 'true' },
  ],
  ['pg18.1_oltp_insert_c40', { product: 'PostgreSQL', version: '18.1', test: 'oltp_insert', clients: '40' }],
  ['oltp_insert-40thr', { test: 'oltp_insert', clients: '40' }],
  ['oltp_insert.t40', { test: 'oltp_insert', clients: '40' }],
  ['workloada-t8', { test: 'workloada', clients: '8' }],
  ['sysbench-1.0.20_read_only', { test: 'read_only' }],
  ['mysql-8.0.44_ubuntu-22.04', { product: 'MySQL', version: '8.0.44' }],
  ['release-8.0.44', { version: '8.0.44' }],
  ['run2', { repeat: '2' }],
  ['clients=64', { clients: '64' }],
  ['c=64', { clients: '64' }],
  ['16 vus', { clients: '16' }],
  ['OLTP_INSERT-C40', { test: 'oltp_insert', clients: '40' }],
  ['MySQL 8.4 (tuned)', { product: 'MySQL', version: '8.4', config: 'tuned' }],
  ['PostgreSQL 18 RC1', { product: 'PostgreSQL', version: '18rc1' }],
  ['bench_postgres_17_6_x86_gp3', { product: 'PostgreSQL', version: '17.6' }],
  ['mysql_8_4', { product: 'MySQL', version: '8.4' }],
  ['percona-server-8.4.7-7', { product: 'Percona Server', version: '8.4.7-7' }],
  ['REL_18_1', { product: 'PostgreSQL', version: '18.1' }],
  ['REL_18_BETA2', { product: 'PostgreSQL', version: '18beta2' }],
  ['REL_17_STABLE', { product: 'PostgreSQL', version: '17-stable' }],
  ['8.0.44-debug-O2', { version: '8.0.44', buildType: 'debug', flags: '-O2' }],
  // The last number may be a minor version, a repeat or a number of clients.
  ['pg_18_1', { product: 'PostgreSQL' }],
  ['product=MySQL,version=8.4.7', { product: 'MySQL', version: '8.4.7' }],
  ['c7i.2xlarge', { hardware: 'c7i.2xlarge' }],
  ['2025-11-03-pg18.1-c7g.metal', { product: 'PostgreSQL', version: '18.1', hardware: 'c7g.metal' }],
])('%s', (name, fields) => {
  expect(certain(name)).toEqual(fields)
})

test.each([
  'results',
  'pgbench',
  'my_insert',
  'ubuntu-22.04',
  'x86_64',
  'linux-arm64',
  '03.11.2025',
  '2025-11',
  '1761955200',
  '10.0.0.5',
  'build-20251',
  'cluster-2.1',
  'myrockets',
  'mainframe',
  'deadbeef',
  '20251103',
  'v2',
  'no-index',
  'beefcafe',
])('%s states nothing with certainty', (name) => {
  expect(certain(name)).toEqual({})
})

test('digits that may mean two versions are uncertain', () => {
  const { facts } = readName('rocksdb1022')
  expect(facts).toContainEqual({ field: 'product', value: 'RocksDB', confidence: 1 })
  expect(facts.find(({ field }) => field === 'version')?.confidence).toBeLessThan(0.8)
})

test('two values of one field in one name are not certain', () => {
  expect(certain('mysql-8.0.43-vs-8.0.44')).toEqual({ product: 'MySQL' })
  expect(certain('pg-18.1-vs-mysql-8.0.44')).toEqual({})
})

test('parts that state nothing are kept in their order', () => {
  expect(readName('pg18.1_my_insert_c40').rest).toEqual(['my_insert'])
  expect(readName('pg18.1_oltp_insert_big_ubuntu-22.04_3').rest).toEqual(['big', 'ubuntu-22.04', '3'])
  expect(readName('nightly-box7-pg-18.1-big_buffers').rest).toEqual(['nightly', 'box7', 'big_buffers'])
})

const PRODUCTS = [
  { name: 'PostgreSQL', spellings: ['pg', 'postgres', 'postgresql', 'PG', 'PostgreSQL'], majors: [10, 18] },
  { name: 'MySQL', spellings: ['mysql', 'MySQL'], majors: [8, 9] },
  { name: 'RocksDB', spellings: ['rocksdb', 'RocksDB'], majors: [5, 11] },
]
const named = fc
  .record({
    product: fc.constantFrom(...PRODUCTS).chain(({ name, spellings, majors }) =>
      fc.record({
        name: fc.constant(name),
        spelling: fc.constantFrom(...spellings),
        major: fc.constantFrom(...majors),
      }),
    ),
    minor: fc.nat(40),
    clients: fc.integer({ min: 1, max: 5_000 }),
    separator: fc.constantFrom('-', '_', '.', ' '),
    lead: fc.constantFrom('', '-', '_', 'v', '-v'),
    label: fc.constantFrom(...['c#', 't#', '#thr', 'clients#', 'threads-#', '#clients']),
    before: fc.constantFrom('', 'nightly2', 'box'),
    after: fc.constantFrom('', 'tuned', 'default'),
  })
  .map(({ product, minor, ...of }) => ({ product, version: `${product.major}.${minor}`, ...of }))
  .map(({ product, version, clients, separator, lead, label, before, after }) => ({
    text: [before, `${product.spelling}${lead}${version}`, label.replace('#', String(clients)), after]
      .filter(Boolean)
      .join(separator),
    fields: {
      product: product.name,
      version,
      clients: String(clients),
      ...(after === '' ? {} : { config: after }),
    },
  }))

test('product, version and clients are found with any separators', () => {
  fc.assert(fc.property(named, ({ text, fields }) => void expect(certain(text)).toEqual(fields)))
})

const SEPARATOR_CHARACTERS = new RegExp(`[${SEPARATORS}]`, 'g')

test('no name makes the reader throw, and only separators and facts are missing from the rest', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const { facts, rest } = readName(text)
      for (const part of rest) expect(text).toContain(part)
      if (facts.length === 0)
        expect(rest.join('').replace(SEPARATOR_CHARACTERS, '')).toBe(text.replace(SEPARATOR_CHARACTERS, ''))
    }),
  )
})
