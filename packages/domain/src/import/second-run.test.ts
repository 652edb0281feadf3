import { labArchive } from '@assay/testing/import/lab-profiles'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importFiles } from './import-files.ts'

const read = (files: { path: string; text: string }[], clients?: number) =>
  importFiles(files, { profile: labArchive, ...(clients === undefined ? {} : { overrides: { clients } }) })

const SERVER = 'x.pg176_o2nofp.x10a_c8r32.pk1'
const output = (suffix: string, qps: number, folder = `set/${SERVER}`) => ({
  path: `${folder}/sb.o.point-query.range100.pk1.dop4${suffix}`,
  text: sysbenchText({ qps }),
})
const table = (suffix: string, qps: number) => ({
  path: `set/qps.abs.all.dop4${suffix}.tsv`,
  text: `col-1 : ${SERVER}\n\ncol-1\n${qps}\tpoint-query_range=100\n`,
})
const minima = (suffix: string, [a, b, c, d]: readonly number[]) => ({
  path: `set/o.getmin.c2.cached.pg153${suffix}`,
  text: `160m.pg153_rel.cx7a_c2s30\t${[a, b, c, d].map((value) => value?.toFixed(3)).join('\t')}\n`,
})

/** The repeat and the first value of each result. */
const repeatsAndValues = ({ documents }: ReturnType<typeof read>) =>
  documents.map(({ repeat, results }) => [repeat, ...results.map(({ values }) => values[0])])

test.each([
  ['outputs', [output('', 1_000), output('.v2', 1_100)]],
  ['tables', [table('', 1_000), table('.v2', 1_100)]],
  ['an output and its table, twice', [output('', 1_000), output('.v2', 1_100), table('', 1_000), table('.v2', 1_100)]],
])('%s: .v2 at the end of a name is the second run', (_name, files) => {
  const found = read(files)
  expect([found.problems, repeatsAndValues(found)]).toEqual([
    [],
    [
      [1, 1_000],
      [2, 1_100],
    ],
  ])
})

test('lists of minima whose name ends in .v2, with .r or without, are the second run', () => {
  const row = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(row, row, (first, second) => {
      const [once, again] = [first, second].map((values) => values.map((value) => value / 1_000))
      const files = [minima('', once ?? []), minima('.v2', again ?? [])]
      const found = read(files, 8)
      expect([found.problems, repeatsAndValues(found)]).toEqual([
        [],
        [
          [1, ...(once ?? [])],
          [2, ...(again ?? [])],
        ],
      ])
    }),
    { numRuns: 30 },
  )
})

test.each(['.again', '.try2', '.r2', '.v400'])(
  'a list that ends in %s is an unknown repeat and refuses the run',
  (suffix) => {
    const found = read([minima('', [1, 2, 3, 4]), minima(suffix, [1, 2, 3, 5])], 8)
    expect(found.documents).toEqual([])
    expect(found.refusedRuns).toBe(1)
    expect(found.problems).toMatchObject([{ file: `set/o.getmin.c2.cached.pg153${suffix}`, line: 1, refusesRun: true }])
    expect(found.problems[0]?.message).toMatch(/5 here, 4 there.*Put repeats into separate folders/s)
  },
)

test('a copy of a list has no effect', () => {
  const found = read([minima('', [1, 2, 3, 4]), minima('.again', [1, 2, 3, 4])], 8)
  expect([found.problems, repeatsAndValues(found)]).toEqual([[], [[1, 1, 2, 3, 4]]])
})

test('two different outputs of one result refuse the run, and identical copies do not', () => {
  const folders = [`set/${SERVER}`, `set/${SERVER}/more`]
  const [first, other] = folders.map((folder, i) => output('', 1_000 + 100 * i, folder))
  const refused = read([first, other].filter((file) => file !== undefined))
  expect([refused.documents, refused.refusedRuns]).toEqual([[], 1])
  expect(refused.problems[0]?.message).toMatch(/is a second output of .*; the first is .*, with other values/)
  const copied = read(folders.map((folder) => output('', 1_000, folder)))
  expect(repeatsAndValues(copied)).toEqual([[1, 1_000]])
  expect(copied.problems[0]?.message).toContain('The copy is left out')
})
