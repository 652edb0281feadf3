import { labArchive, labPlain } from '@assay/testing/import/lab-profiles'
import { MIXED_FOLDER, QPS_TABLE } from '@assay/testing/import/mixed-folder'
import { sysbenchOutput, VMSTAT } from '@assay/testing/import/sysbench-output-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ImportFile, importFiles } from './import-files.ts'
import type { ImportOverrides } from './overrides.ts'

const importArchive = (files: readonly ImportFile[], overrides: ImportOverrides = {}) =>
  importFiles(files, { profile: labArchive, overrides })

const metricOf = (result: ReturnType<typeof importFiles>, metric: string, run = 0, at = 0): number | null | undefined =>
  result.documents[run]?.results[at]?.values[result.documents[run].metricNames.indexOf(metric)]

test('one sysbench output is imported with stated facts only', () => {
  const files = [{ path: 'oltp_read_only.txt', text: sysbenchOutput({ qps: 1000 }) }]
  const overrides = {
    product: 'PostgreSQL',
    version: '18.4',
    build: 'rel_lto',
    config: 'big',
    hardware: 'pn53',
    workload: 'mine',
    repeat: 3,
    params: { pool: 10 },
  }
  const result = importArchive(files, overrides)
  expect(result).toMatchObject({
    problems: [],
    ignored: [],
    understood: [{ path: 'oltp_read_only.txt', kind: 'sysbench' }],
  })
  expect(result.documents).toMatchObject([
    {
      product: 'PostgreSQL',
      version: '18.4',
      build: { name: 'rel_lto', lto: true },
      config: { name: 'big' },
      hardware: { name: 'pn53', cores: 8 },
      workload: { name: 'mine' },
      repeat: 3,
      clientVersion: 'sysbench 1.0.20',
      results: [{ test: 'oltp_read_only', clients: 4, params: { pool: 10 } }],
    },
  ])
  expect(metricOf(result, 'qps')).toBe(1000)
  expect(result.sources.get(0)).toEqual(['oltp_read_only.txt'])
})

test('without product and version the output is a question for each', () => {
  const { documents, questions } = importArchive([
    { path: 'a/oltp_read_only.txt', text: sysbenchOutput({ qps: 1000 }) },
  ])
  expect(documents).toEqual([])
  const questionTexts = questions.map(({ field, candidates, answers }) => [field, candidates, answers])
  expect(questionTexts).toEqual([
    ['product', ['a'], ['product=NAME', 'product=@folder']],
    ['version', ['a'], ['version=NAME', 'version=@folder']],
  ])
})

test('a server of an unknown product is a problem, and the rest of the directory is imported', () => {
  const files = ['x.foo123_rel.z1.pk1', 'x.my8407_rel.z12a.pk1'].map((server) => ({
    path: `dop4/${server}/sb.o.insert.range100.pk1.dop4`,
    text: sysbenchOutput({ qps: 50 }),
  }))
  const { documents, problems } = importArchive(files)
  expect(documents.map(({ version }) => version)).toEqual(['8.4.7'])
  expect(problems).toMatchObject([
    {
      file: files[0]?.path,
      message: expect.stringContaining('the product of `foo123` is not known; known are names that begin with'),
    },
  ])
  expect(importArchive(files.slice(0, 1), { product: 'FooDB', version: '1.2.3' })).toMatchObject({
    documents: [{ product: 'FooDB', version: '1.2.3', config: { name: 'z1' } }],
    problems: [],
  })
})

test('plain folders: product, version and run by directory, threads by name, vmstat of the same test', () => {
  const folder = 'results/postgresql-18.4/v2/config=big'
  const files = [
    { path: `${folder}/oltp_read_only.t4.txt`, text: `8 CPUs\n${sysbenchOutput({ qps: 1000 })}` },
    { path: `${folder}/oltp_read_only.t4.vmstat.txt`, text: VMSTAT },
    { path: `${folder}/oltp_point_select.t8.txt`, text: sysbenchOutput({ qps: 9000, threads: 8 }) },
    { path: `${folder}/README.txt`, text: 'about these files' },
  ]
  const result = importFiles(files, { profile: labPlain })
  expect(result).toMatchObject({
    problems: [],
    ignored: [{ path: `${folder}/README.txt` }],
    documents: [
      {
        product: 'PostgreSQL',
        version: '18.4',
        repeat: 2,
        config: { name: 'big' },
        results: [
          { test: 'oltp_point_select', clients: 8 },
          { test: 'oltp_read_only', clients: 4 },
        ],
      },
    ],
  })
  expect(metricOf(result, 'cs/o', 0, 1)).toBeCloseTo(5, 9)
  expect(metricOf(result, 'cpu/o', 0, 1)).toBeCloseTo(0.05, 9)
  expect(metricOf(result, 'cpu_us/o', 0, 1)).toBeCloseTo((0.5 * 8 * 1e6) / 1000, 6)
  expect(metricOf(result, 'cs/o', 0, 0)).toBeNull()
})

test('a file and its .gz copy count once, and two files with the same path are a problem', () => {
  const path = 'x.my8407_rel.z12a.pk1/sb.o.insert.range100.pk1.dop4'
  const first = { path, text: sysbenchOutput({ qps: 50 }) }
  const copy = { path: `${path}.gz`, text: first.text }
  expect(importArchive([copy, first])).toMatchObject({
    problems: [],
    ignored: [{ path: `${path}.gz`, reason: `the same as ${path}` }],
  })
  const other = { path: `${path}.gz`, text: sysbenchOutput({ qps: 51 }) }
  const both = importArchive([other, first])
  expect(both.problems).toMatchObject([
    { file: `${path}.gz`, message: expect.stringContaining(`not the same as ${path}`) },
  ])
  expect(metricOf(both, 'qps')).toBe(50)
})

test('printed threads override those of the name, and the contradiction is a problem', () => {
  const path = 'x.my8407_rel.z12a.pk1/sb.o.insert.range100.pk1.dop40'
  const { documents, problems } = importArchive([{ path, text: sysbenchOutput({ qps: 50 }) }])
  expect(documents[0]?.results[0]?.clients).toBe(4)
  expect(problems).toEqual([{ file: path, message: 'ran with 4 threads, though its name says 40' }])
})

test('an empty step is a problem and never a result of 0', () => {
  const server = 'x.my8407_rel.z12a.pk1'
  const files = [
    { path: `${server}/sb.o.insert.range100.pk1.dop4`, text: '' },
    { path: `${server}/sb.o.delete.range100.pk1.dop4`, text: sysbenchOutput({ qps: 50 }) },
  ]
  const { documents, problems } = importArchive(files)
  expect(documents[0]?.results.map(({ test }) => test)).toEqual(['delete_range=100'])
  expect(problems).toMatchObject([{ file: files[0]?.path }])
})

test('passwords and home directories are not in the document', () => {
  const command =
    '/home/somebody/bin/sysbench --table-size=1000 --tables=2 --mysql-user=me --mysql-password=hunter2 oltp_insert run\n'
  const path = 'x.my8407_rel.z12a.pk1/sb.o.insert.range100.pk1.dop4'
  const { documents } = importArchive([{ path, text: sysbenchOutput({ qps: 50, command }) }])
  expect(documents[0]?.results[0]?.command).toContain('sysbench')
  expect(documents[0]?.workload).toEqual({
    name: '2 tables, 1k rows/table',
    params: { tables: 2, rows_per_table: 1000 },
  })
  expect(JSON.stringify(documents)).not.toMatch(/hunter2|somebody/)
})

test('a table without clients is a problem, and is imported when clients are stated', () => {
  const files = [{ path: 'mine/qps.abs.all.tsv', text: QPS_TABLE }]
  const { documents, problems } = importArchive(files)
  expect(documents).toEqual([])
  expect(problems).toMatchObject([
    { file: 'mine/qps.abs.all.tsv', message: expect.stringContaining('the number of clients') },
  ])
  const stated = importArchive(files, { clients: 8 })
  expect(stated).toMatchObject({
    problems: [],
    documents: [
      { version: '17.6', workload: { name: 'mine' }, results: [{ clients: 8 }, { clients: 8 }] },
      { version: '18.0', config: { settings: { io_method: 'sync' } } },
    ],
  })
})

test('the number of clients is read from the name of the directory or the file', () => {
  const clientsOf = (path: string) => importArchive([{ path, text: QPS_TABLE }]).documents[0]?.results[0]?.clients
  expect(clientsOf('mine/dop40/qps.abs.all.tsv')).toBe(40)
  expect(clientsOf('sep25.sb.pg.16u.8t.10m/qps.abs.all.tsv')).toBe(16)
  expect(clientsOf('mine/qps.abs.all.12u.tsv')).toBe(12)
})

test('two tables that contradict each other are a problem that names both', () => {
  const files = [
    { path: 'dop8/qps.abs.a.tsv', text: QPS_TABLE },
    { path: 'dop8/qps.abs.b.tsv', text: QPS_TABLE.replace('1100', '1111') },
  ]
  const { documents, problems } = importArchive(files)
  expect(documents).toHaveLength(2)
  expect(problems).toEqual([
    {
      file: 'dop8/qps.abs.b.tsv',
      line: 5,
      message:
        'qps of point-query_range=100 of x.pg180_o2nofp.x10b_c8r32.pk1 at 8 clients is 1111 here, but 1100 in dop8/qps.abs.a.tsv:5',
    },
  ])
})

test('names of a data set state machine, tables, rows and clients', () => {
  const path = 'sep25.sb.mem.pg.16u.8t.10m.600s.900s.socket2/qps.abs.all.tsv'
  expect(importArchive([{ path, text: QPS_TABLE }]).documents[0]).toMatchObject({
    hardware: { name: 'socket2', sockets: 2, cores: 24 },
    workload: { name: 'cached, 8 tables, 10M rows/table' },
  })
})

test('a config that is stated in parts is used unchanged', () => {
  const overrides: ImportOverrides = {
    clients: 1,
    hardware: { name: 'box', cores: 4 },
    build: { compiler: 'gcc', compilerVersion: '13.2' },
  }
  expect(importArchive([{ path: 'qps.abs.all.tsv', text: QPS_TABLE }], overrides).documents[0]).toMatchObject({
    hardware: { name: 'box', cores: 4 },
    build: { compiler: 'gcc', compilerVersion: '13.2' },
  })
})

test('the order of the files changes nothing', () => {
  const expected = importArchive(MIXED_FOLDER)
  expect(expected.documents).toHaveLength(4)
  fc.assert(
    fc.property(fc.shuffledSubarray([...MIXED_FOLDER], { minLength: MIXED_FOLDER.length }), (files) => {
      expect(importArchive(files)).toEqual(expected)
    }),
    { numRuns: 30 },
  )
})

test('raw output, its table and its metrics are one run', () => {
  const result = importArchive(MIXED_FOLDER)
  const run = result.documents.findIndex(({ version }) => version === '17.6')
  expect(result.problems).toEqual([])
  expect(result.documents[run]).toMatchObject({ config: { settings: { shared_buffers: '8GB', wal_level: 'replica' } } })
  expect(result.sources.get(run)).toEqual([
    'dop4/o.met.all',
    'dop4/qps.abs.all.tsv',
    'dop4/x.pg176_o2nofp.x10a_c8r32.pk1/conf.diff',
    'dop4/x.pg176_o2nofp.x10a_c8r32.pk1/sb.o.insert.range100.pk1.dop4',
    'dop4/x.pg176_o2nofp.x10a_c8r32.pk1/sb.vm.insert.range100.pk1.dop4.gz',
  ])
})

test('importing never throws, for any file contents and names', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    ...MIXED_FOLDER.map((file) => mutated(file.text)),
  )
  const path = fc.oneof(
    fc.string({ maxLength: 60 }),
    ...MIXED_FOLDER.map((file) => mutated(file.path)),
    fc.constantFrom('', '/', '..', '__proto__/x', 'a\\b'),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ path, text }), { maxLength: 6 }), (files) => {
      const { documents } = importArchive(files)
      for (const document of documents) expect(document.results.length).toBeGreaterThan(0)
    }),
    { numRuns: 200 },
  )
})

/** A text with a slice replaced by another text. */
function mutated(text: string): fc.Arbitrary<string> {
  const fragment = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('\t', '\n', 'NaN', '1e400', '-1', '99999999999999999999', '\u0000', 'inf'),
  )
  return fc
    .tuple(fc.nat(text.length), fc.nat(30), fragment)
    .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length))
}
