import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseDbBenchSummary } from './db-bench-summary.ts'

const example = (name: string) => readFileSync(new URL(`../fixtures/tables/${name}`, import.meta.url), 'utf8')
const parse = (name: string) => parseDbBenchSummary(example(name), name)
const pathsOf = ({ value }: ReturnType<typeof parseDbBenchSummary>) =>
  value?.blocks.map(({ rows }) => rows.map(({ path }) => path))

test('a file has blocks of rows, each with its own test', () => {
  const { value, problems } = parse('sum.byrx.txt')
  expect(problems).toEqual([])
  expect(value?.paths).toEqual([])
  expect(value?.blocks.map(({ line, rows }) => [line, rows.map(({ version }) => version.text)])).toEqual([
    [2, ['6.29.5', '10.3.4']],
    [6, ['6.29.5', '10.3.4']],
  ])
  expect(value?.blocks[0]?.rows[0]).toMatchObject({ githash: 'rocksdb_bu', path: null, values: { Nstall: 296 } })
})

test('the statistic below a block is parsed: a ratio, or mean and deviation', () => {
  expect(parse('sum.nt10.txt')).toMatchObject({ problems: [], value: { blocks: [{ ratio: 0.981, deviation: null }] } })
  expect(parse('sum.byrx.txt.sdev')).toMatchObject({
    problems: [],
    value: { blocks: [{ ratio: null, deviation: { mean: 100, stddev: 0.8, relative: 0.008 } }] },
  })
})

test('zero bytes are an empty file', () => {
  expect(parseDbBenchSummary('', 'f')).toEqual({ value: null, problems: [{ file: 'f', message: 'the file is empty' }] })
})

describe('a summary with a list of paths', () => {
  const list = [
    'bm.lc.nt8.d0/6.29.gcc/report.tsv',
    'bm.lc.nt8.d0/6.29.clang.lto/report.tsv',
    'bm.lc.nt8.d0/10.3.clang/report.tsv',
  ]

  test('each row of a block gets its path when the block is as long as the list', () => {
    const table = parse('summary.tsv')
    expect(table.value?.paths).toEqual(list)
    expect(pathsOf(table)).toEqual([list, [null, null]])
    expect(table.problems).toEqual([
      {
        file: 'summary.tsv',
        line: 11,
        message: 'the block has 2 rows for a list of 3 paths; its rows stay without path',
      },
    ])
  })

  test('an unreadable row counts as a position', () => {
    const text = example('summary.tsv').replace('1050000\t', '1050000\t\t')
    const table = parseDbBenchSummary(text, 'f')
    expect(pathsOf(table)?.[0]).toEqual([list[0], list[2]])
    expect(table.problems[0]?.line).toBe(7)
  })

  test('a list in another order than the rows gives no paths', () => {
    const [first = '', second = '', third = ''] = list
    const text = example('summary.tsv').replace([first, second, third].join('\n'), [third, first, second].join('\n'))
    const table = parseDbBenchSummary(text, 'f')
    expect(pathsOf(table)?.[0]).toEqual([null, null, null])
    expect(table.problems[0]?.message).toContain('row 1 of the block has version 6.29.5')
  })

  test('a list below the first block is a problem', () => {
    const table = parseDbBenchSummary(`${example('sum.byrx.txt')}\n${list[0]}\n`, 'f')
    expect(table.value?.paths).toEqual([])
    expect(table.problems).toMatchObject([{ line: 9 }])
  })
})

test('other lines are problems with their line', () => {
  const text = `0.9\n${example('sum.byrx.txt')}0.981\n0.982\nhello\n`
  expect(parseDbBenchSummary(text, 'f').problems.map(({ line }) => line)).toEqual([1, 10, 11])
})
