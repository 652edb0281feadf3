import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findUnmaskedName, maskNames, masksFor, numberedMasks, withOwnBenchmarks } from './mask.ts'

const masks = masksFor(['MySQL', 'PostgreSQL'])

test('names are masked everywhere, including inside words and in other spellings', () => {
  const content = {
    title: 'MySQL 8.0 and PostgreSQL 17',
    'mysql 8.0': ['z11a_mysql', 'pg174_o2nofp', 'postgres -D /x', 'https://bugs.mysql.com/1', 'InnoDB buffer pool'],
  }
  expect(maskNames(content, masks)).toEqual({
    title: 'DBMS A 8.0 and DBMS B 17',
    'DBMS A 8.0': [
      'z11a_DBMS A',
      'DBMS B174_o2nofp',
      'DBMS B -D /x',
      'https://bugs.DBMS A.com/1',
      'DBMS A buffer pool',
    ],
  })
})

test('numbers and words that only look similar are unchanged', () => {
  expect(maskNames({ a: 1, b: null, c: true, d: 'upgrade the page' }, masks)).toEqual({
    a: 1,
    b: null,
    c: true,
    d: 'upgrade the page',
  })
})

test('two masked names that are aliases of each other have separate masks', () => {
  const both = masksFor(['MySQL', 'InnoDB'])
  expect(maskNames('MySQL with InnoDB', both)).toBe('DBMS A with DBMS B')
})

test('no masked name can be found in the content', () => {
  const word = fc.constantFrom('MySQL', 'mysql', 'PostgreSQL', 'pg', 'Postgres', 'x', '_', ' ', '17', 'INNODB')
  fc.assert(
    fc.property(fc.array(word), (parts) => {
      const masked = maskNames({ text: parts.join('') }, masks)
      expect(findUnmaskedName(masked, masks)).toBeNull()
      expect(findUnmaskedName(JSON.stringify(masked), masks)).toBeNull()
    }),
  )
  expect(findUnmaskedName('it is MYSQL', masks)).toBe('it is MYSQL')
})

test('masks of more than 26 names have two letters', () => {
  expect(masksFor(Array.from({ length: 28 }, (_, at) => `db${at}`)).at(-1)?.shown).toBe('DBMS AB')
})

test('versions are masked in names and paths, and similar numbers are unchanged', () => {
  const all = [...masks, ...numberedMasks('version', ['8.0.44', '9.4', '17.6', '18'])]
  const content = {
    label: 'MySQL 8.0.44',
    key: '18',
    path: '/opt/mysql-8.0.44/bin',
    query: 'version=9.4,17.6',
    longer: '8.0.441, 18.0.44, 17.6.1',
    sentence: [{ number: '9.4x' }, { number: '17.6' }, ' 9.4x and 9.4% stay, 9.4 goes'],
    value: 17.6,
  }
  const masked = maskNames(content, all)
  expect(masked).toEqual({
    label: 'DBMS A v1',
    key: 'v4',
    path: '/opt/DBMS A-v1/bin',
    query: 'version=v2,v3',
    longer: '8.0.441, 18.0.44, 17.6.1',
    sentence: [{ number: '9.4x' }, { number: '17.6' }, ' 9.4x and 9.4% stay, v2 goes'],
    value: 17.6,
  })
  expect(findUnmaskedName(masked, all)).toBeNull()
  expect(findUnmaskedName(content, all)).not.toBeNull()
})

test('builds are masked', () => {
  const all = numberedMasks('build', ['dbg', 'rel_o2nofp'])
  expect(maskNames(['rel_o2nofp', 'built as rel_o2nofp', 'dbg', 'a dbg in a text'], all)).toEqual([
    'build 2',
    'built as build 2',
    'build 1',
    'a dbg in a text',
  ])
})

test('a URL-encoded name is found', () => {
  const server = masksFor(['SQL Server'])
  for (const query of ['product=SQL%20Server', 'product=SQL+Server', 'product=sql%20server'])
    expect(findUnmaskedName({ query }, server)).not.toBeNull()
  expect(findUnmaskedName({ query: '100%, 1+1 and %zz' }, server)).toBeNull()
})

test('configs, machines and workloads are masked as words, but words of the format are not', () => {
  const all = [
    ...numberedMasks('config', ['pg_x10a', 'base']),
    ...numberedMasks('machine', ['hetz', '32']),
    ...numberedMasks('workload', ['higher', '8 tables, 10M rows/table']),
  ]
  const content = {
    base: { kind: 'values', values: { config: 'pg_x10a' } },
    better: 'higher',
    label: 'pg_x10a on hetz, 8 tables, 10M rows/table',
    path: '/data/pg_x10a.cnf, hetzner and pg_x10ab',
    clients: ['32', '320'],
    title: 'the base, higher',
  }
  const masked = maskNames(content, all)
  expect(masked).toEqual({
    base: { kind: 'values', values: { config: 'config 1' } },
    better: 'higher',
    label: 'config 1 on machine 1, workload 2',
    path: '/data/config 1.cnf, hetzner and pg_x10ab',
    clients: ['machine 2', '320'],
    title: 'the config 2, workload 1',
  })
  expect(findUnmaskedName(masked, all)).toBeNull()
})

test('the name of a benchmark of only one product is masked with the product, only in new shares', () => {
  const products = masksFor(['PostgreSQL', 'RocksDB'])
  const names = ['pgbench', 'db_bench', 'sysbench']
  expect(maskNames(names, withOwnBenchmarks(products))).toEqual(['DBMS A', 'DBMS B', 'sysbench'])
  expect(maskNames(names, products), 'a share stored without these masks is reproduced as before').toEqual(names)
})
