import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { stateFact } from './facts/stated-facts.ts'
import { importFiles } from './import-files.ts'
import type { ImportOverrides } from './overrides.ts'
import { type ImportProfile, parseImportProfile } from './profile/profile.ts'
import { SHIPPED_PROFILES } from './profile/shipped-profiles.ts'

const [archive, plain] = [SHIPPED_PROFILES.archive, SHIPPED_PROFILES.plain].map((yaml) =>
  unwrap(parseImportProfile(yaml)),
) as [ImportProfile, ImportProfile] // Two texts make two profiles.

const SERVER = 'x.pg180_o2nofp.x10b_c8r32.pk1'
const fileOf = (folder: string, qps = 1_000) => ({
  path: `${folder}/${SERVER}/sb.o.point-query.range100.pk1.dop4`,
  text: sysbenchText({ qps }),
})
const read = (folders: readonly string[], overrides: ImportOverrides = {}) =>
  importFiles(
    folders.map((folder, i) => fileOf(folder, 1_000 + i)),
    { profile: archive, overrides },
  )

const AWS = ['runs/c6i.12xlarge', 'runs/m5d.2xlarge', 'runs/m6g.4xlarge']

test('the built-in profiles name no machine', () => {
  for (const { machines, datasets, defaults } of [archive, plain]) {
    expect([machines, datasets, defaults.hardware]).toEqual([[], [], undefined])
  }
})

test('machines that nothing names are one question with the undecoded folder names, and there are no documents', () => {
  const { documents, sources, questions, problems } = read(AWS)
  expect([documents, sources.size, problems]).toEqual([[], 0, []])
  const names = AWS.map((folder) => folder.slice('runs/'.length))
  expect(questions).toMatchObject([{ runs: 3, answers: ['hardware=NAME', 'hardware=@folder'], affects: [] }])
  expect([...(questions[0]?.candidates ?? [])].sort()).toEqual([...names, 'runs'].sort())
})

test.each(['8core', 'nov25.sb.mysql', '48core', 'hetz', 'c2'])('a folder named %s is not a machine', (folder) => {
  expect(read([folder])).toMatchObject({ documents: [], questions: [{ candidates: [folder] }] })
  expect(read([folder], { hardware: 'mine' }).documents).toMatchObject([{ hardware: { name: 'mine' } }])
})

test('decoded words are not candidates, and parts between them are', () => {
  const [question] = read(['sep25.sb.pg.16u.8t.10m.600s.socket2/dop40/v1']).questions
  expect(question?.candidates).toEqual(['sep25.sb.pg', '600s.socket2'])
})

test('@folder gives each folder its own machine, @folder2 the folder above', () => {
  const names = (hardware: string) => read(AWS, { hardware }).documents.map((document) => document.hardware)
  expect(names('@folder')).toEqual(AWS.map((folder) => ({ name: folder.slice('runs/'.length) })))
  expect(names('@folder2')).toEqual(AWS.map(() => ({ name: 'runs' })))
  expect(read(AWS, { hardware: '@folder3' }).questions).toMatchObject([{ field: 'hardware', runs: 3 }])
})

test('a folder that names the machine does not name the workload as well', () => {
  const text = sysbenchText({ qps: 100 }).replace(/--table-size=\d+ --tables=\d+ /, '')
  const files = [{ ...fileOf('set1/box7'), text }]
  const { documents } = importFiles(files, { profile: archive, overrides: { hardware: 'box7' } })
  expect(documents).toMatchObject([{ hardware: { name: 'box7' }, workload: { name: 'set1' } }])
})

test.each(['unknown', 'Unknown', ' '])('%j is not accepted as the name of a machine', (hardware) => {
  expect(read(['set1'], { hardware })).toMatchObject({ documents: [], questions: [{ runs: 1 }] })
})

test('a profile that extends a built-in one adds machines and keeps the grammar', () => {
  const yaml = 'schemaVersion: 1\nname: ours\nextends: archive\nmachines: [{ tokens: [set1], name: box, cores: 4 }]\n'
  const { documents } = importFiles([fileOf('set1')], { profile: unwrap(parseImportProfile(yaml)) })
  expect(documents).toMatchObject([{ version: '18.0', hardware: { name: 'box', cores: 4 } }])
})

test('everything that is missing is asked for at once', () => {
  const { problems, questions } = importFiles([{ path: 'a.txt', text: sysbenchText({ qps: 10 }) }], { profile: plain })
  expect([problems, questions.map(({ field }) => field)]).toEqual([[], ['product', 'version', 'hardware']])
})

test('every field can be stated and overrides names', () => {
  const pairs = ['hardware=box', 'config=x10c_c8r32', 'cached=IO-bound', 'repeat=3', 'compiler=clang', 'params.gb=8']
  const overrides = pairs.reduce<ImportOverrides>((stated, pair) => unwrap(stateFact(stated, pair)), {})
  const { documents } = read(['nov25.mem/v1'], overrides)
  expect(documents).toMatchObject([
    {
      config: { name: 'x10c_c8r32' },
      build: { compiler: 'clang' },
      workload: { name: 'IO-bound, 1 table, 1M rows/table' },
      repeat: 3,
      results: [{ params: { gb: 8 } }],
    },
  ])
})

test.each([
  ['hardware', /not of the form FIELD=VALUE/],
  ['=x', /not of the form/],
  ['colour=red', /"colour" is not a field; known: product, version/],
  ['range=100', /is not a field/],
  ['repeat=0', /whole number from 1 to 100000/],
])('--set %s is refused', (pair, message) => {
  expect(stateFact({}, pair)).toEqual({ ok: false, error: expect.stringMatching(message) })
})

const table = (qps: string) =>
  `col-1 : x.pg170_def.x10a_c8r32.pk1\ncol-2 : ${SERVER}\n\ncol-1\tcol-2\n900\t${qps}\tpoint-query_range=100\n`

test('versions with raw output have the same workload as versions with only a summary', () => {
  const files = [fileOf('set1', 7_796), { path: 'set1/qps.abs.all.tsv', text: table('7796') }]
  const { documents, problems } = importFiles(files, { profile: archive, overrides: { hardware: 'box' } })
  expect(problems).toEqual([])
  expect(documents.map(({ version, workload }) => [version, workload.name]).sort()).toEqual([
    ['17.0', '1 table, 1M rows/table'],
    ['18.0', '1 table, 1M rows/table'],
  ])
})

test('tables of cached and of IO-bound runs in one folder are two workloads, and all cells are imported', () => {
  const files = ['mem', 'io'].map((label, i) => ({
    path: `set1/dop4/qps.abs.pg.${label}.tsv`,
    text: table(String(1_000 + i)),
  }))
  const profile = { ...archive, defaults: { ...archive.defaults, tables: '8', rows: '1000000' } }
  const { documents, problems } = importFiles(files, { profile, overrides: { hardware: 'box' } })
  expect(problems).toEqual([])
  expect(
    documents.map(({ version, workload, results }) => [version, workload.name, results[0]?.values[0]]).sort(),
  ).toEqual([
    ['17.0', 'IO-bound, 8 tables, 1M rows/table', 900],
    ['17.0', 'cached, 8 tables, 1M rows/table', 900],
    ['18.0', 'IO-bound, 8 tables, 1M rows/table', 1001],
    ['18.0', 'cached, 8 tables, 1M rows/table', 1000],
  ])
})
