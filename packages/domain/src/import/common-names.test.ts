import { sysbenchOutput } from '@assay/testing/import/sysbench-output-text'
import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { importFiles } from './import-files.ts'
import { parseImportProfile } from './profile/profile.ts'
import { SHIPPED_PROFILES } from './profile/shipped-profiles.ts'

// These folders were named by teams that have no import profile. Only the machine is stated for them.

const profile = unwrap(parseImportProfile(SHIPPED_PROFILES.archive))
const THREADS = 40

/** `product version build config repeat test clients` of each result. */
function rowsOf(paths: readonly string[], hardware: string | null = 'box1'): string[] {
  const files = paths.map((path, at) => ({ path, text: sysbenchOutput({ threads: THREADS, qps: 1000 + at }) }))
  const overrides = hardware === null ? {} : { hardware }
  const { documents, problems, questions } = importFiles(files, { profile, overrides })
  expect(problems).toEqual([])
  expect(questions).toEqual([])
  return documents
    .flatMap(({ product, version, build, hardware: machine, repeat, results }) =>
      results.map(({ test: name, clients }) => {
        const compiler = [build?.compiler, build?.compilerVersion, build?.commit].filter(Boolean).join(' ')
        return [product, version, compiler, machine.name, repeat, name, clients].join('|')
      }),
    )
    .sort()
}

test.each([
  ['results/pg-18.1/oltp_insert-40.log', 'PostgreSQL|18.1||box1|1|oltp_insert|40'],
  ['postgres-18.1/oltp_insert.log', 'PostgreSQL|18.1||box1|1|oltp_insert|40'],
  ['mysql-8.0.44/oltp_insert_t40.txt', 'MySQL|8.0.44||box1|1|oltp_insert|40'],
  ['out/mysql8044/run2/oltp_insert.c40.out', 'MySQL|8.0.44||box1|2|oltp_insert|40'],
  ['mysql/8.0.44/oltp_insert.log', 'MySQL|8.0.44||box1|1|oltp_insert|40'],
  ['postgresql/v18/oltp_insert.log', 'PostgreSQL|18||box1|1|oltp_insert|40'],
  ['2025-11-03/PG18beta1/oltp_insert-40thr.log', 'PostgreSQL|18beta1||box1|1|oltp_insert|40'],
  ['pg-18.1-gcc-13/oltp_insert.log', 'PostgreSQL|18.1|gcc 13|box1|1|oltp_insert|40'],
  ['postgres-main-abc1234/oltp_insert.log', 'PostgreSQL|main|abc1234|box1|1|oltp_insert|40'],
  ['results/mariadb-11.8.5_oltp_insert_c40_run3.log', 'MariaDB|11.8.5||box1|3|oltp_insert|40'],
  ['20251103T0930-pg17.6-oltp_insert-threads-40.txt', 'PostgreSQL|17.6||box1|1|oltp_insert|40'],
  ['product=MySQL,version=8.4.7/oltp_insert.log', 'MySQL|8.4.7||box1|1|oltp_insert|40'],
])('%s', (path, row) => {
  expect(rowsOf([path])).toEqual([row])
})

test('a cloud instance type in a name is the machine', () => {
  const paths = ['c7i.2xlarge/pg-18.1/oltp_insert.log', 'c7g.metal/pg-18.1/oltp_insert.log']
  expect(rowsOf(paths, null)).toEqual([
    'PostgreSQL|18.1||c7g.metal|1|oltp_insert|40',
    'PostgreSQL|18.1||c7i.2xlarge|1|oltp_insert|40',
  ])
})

test('flat names of several versions and repeats are separate runs', () => {
  const names = ['pg17.6', 'pg18.1'].flatMap((version) =>
    ['run1', 'run2'].map((run) => `res/${version}-oltp_insert-${run}.log`),
  )
  expect(rowsOf(names)).toEqual([
    'PostgreSQL|17.6||box1|1|oltp_insert|40',
    'PostgreSQL|17.6||box1|2|oltp_insert|40',
    'PostgreSQL|18.1||box1|1|oltp_insert|40',
    'PostgreSQL|18.1||box1|2|oltp_insert|40',
  ])
})

test.each([
  ['results/oltp_insert.log', { product: [], version: [] }],
  ['v2/oltp_insert.log', { product: [], version: [] }],
  ['rocksdb1022/oltp_insert.log', { version: ['10.22', '10.2.2'] }],
  ['mysql-8.0.43-vs-8.0.44/oltp_insert.log', { version: ['8.0.43', '8.0.44', 'vs'] }],
])('%s leaves a fact open, and the question lists what a name may mean', (path, open) => {
  const files = [{ path, text: sysbenchOutput({ threads: THREADS, qps: 1000 }) }]
  const { documents, problems, questions } = importFiles(files, { profile, overrides: { hardware: 'box1' } })
  expect([documents, problems]).toEqual([[], []])
  expect(Object.fromEntries(questions.map(({ field, candidates }) => [field, candidates]))).toEqual(open)
})

test.each([
  ['out.txt', []],
  ['mysql_128.log', ['test']],
])('the only output of an import, %s, asks for %j when all other facts are stated', (path, asked) => {
  const files = [{ path, text: sysbenchOutput({ threads: THREADS, qps: 1000 }) }]
  const overrides = { hardware: 'box1', product: 'MySQL', version: '8.4.7', fields: { 'params.size': '@file' } }
  const { questions, documents } = importFiles(files, { profile, overrides })
  expect(questions.map(({ field }) => field)).toEqual(asked)
  expect(documents).toHaveLength(asked.length === 0 ? 1 : 0)
})

test('names that the profile decodes are not read by common spellings', () => {
  const path = 'x.my8044_rel_o2nofp.z12a_c8r32.pk1/oltp_insert.log'
  expect(rowsOf([path])).toEqual(['MySQL|8.0.44||box1|1|oltp_insert|40'])
})

/** Problems and questions of an import of sysbench outputs of these threads. */
function statementsOf(threads: number, paths: readonly string[], set: Record<string, string> = {}) {
  const files = paths.map((path, at) => ({ path, text: sysbenchOutput({ threads, qps: 1000 + at }) }))
  const { problems, questions } = importFiles(files, { profile, overrides: { hardware: 'box1', fields: set } })
  return { problems, questions: questions.map(({ field, file, candidates }) => [field, file, ...candidates]) }
}

test('a number of a file name that could be clients, and is not that of the output, is asked about', () => {
  const path = 'pg-18.1/oltp_point_select-40.log'
  expect(statementsOf(40, [path])).toEqual({ problems: [], questions: [] })
  expect(statementsOf(1, [path])).toEqual({ problems: [], questions: [['segment', path, '40']] })
  expect(statementsOf(1, [path], { 'params.scale': '@file' })).toEqual({ problems: [], questions: [] })
  // Two tests of one folder differ in their names, of which the number is not part.
  expect(statementsOf(1, [path, 'pg-18.1/oltp_insert-40.log']).questions).toEqual([
    ['segment', 'pg-18.1/oltp_insert-40.log', '40'],
  ])
  // Such numbers put files in order.
  expect(statementsOf(40, ['pg-18.1/oltp_insert-1.log', 'pg-18.1/oltp_insert-2.log']).questions).toEqual([])
})

test.each(['c40/pg-18.1/oltp_insert.log', 'pg-18.1/t40/oltp_insert.log', 'pg-18.1/oltp_insert_c40.log'])(
  '%s of 1 thread contradicts its output, which is used',
  (path) => {
    const { problems, questions } = statementsOf(1, [path])
    expect(questions).toEqual([])
    expect(problems).toEqual([{ file: path, message: expect.stringMatching(/ 1 .* 40/s) }])
  },
)
