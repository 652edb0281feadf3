import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compare } from '../compare/compare.ts'
import { DEFAULT_COMPARISON } from '../compare/comparison.ts'
import { formatRatio } from '../compare/format-cell.ts'
import type { Cell, Grid } from '../compare/grid.ts'
import { parseIibenchReport, type StepTable } from '../parse/iibench/report.ts'
import { archivePath } from '../testing/archive.ts'
import { describeArchive } from '../testing/archive-test.ts'
import { stepsComparisons } from './steps.ts'
import { importArchive } from './testing/archive.ts'
import { pointsOfDocuments } from './testing/points-of-documents.ts'

const FIXTURES = archivePath('fixtures/')

/** What the pages call worst and best; our words for it. */
const MARKS = { cmin: 'worse', cmax: 'better' } as const

describeArchive('the Insert Benchmark report 24_03_17', () =>
  describe.each(['24_03_17.1u.1tno.io.bee.inno', '24_03_17.1u.1tno.io.bee.some'])('%s', (name) => {
    const read = (file: string): StepTable | undefined =>
      parseIibenchReport(readFileSync(`${FIXTURES}iibench-report/${name}/${file}`, 'utf8'), file).value?.tables[0]
    const set = pointsOfDocuments(importArchive(`iibench-report/${name}`))
    // The pages divide by their first row, which is Postgres in one of them.
    const [first] = read('tput.tab')?.rows ?? []
    const version = { my5651_rel: '5.6.51', pg162_def: '16.2' }[first?.tag.split('.')[0] ?? ''] ?? ''
    const asked = stepsComparisons({
      ...DEFAULT_COMPARISON,
      rows: ['version'],
      columns: ['test'],
      base: { kind: 'values', values: { version } },
    })

    /** Cells of our grid by `version step`. */
    function cellsOf({ tables }: Grid): Map<string, Cell> {
      const cells = tables.flatMap(({ columns, groups }) =>
        groups.flatMap(({ rows }) =>
          rows.flatMap(({ label, cells: own }) =>
            own.map((cell, at) => [`${label} ${columns[at]?.values.at(-1)}`, cell] as const),
          ),
        ),
      )
      return new Map(cells)
    }
    /** Cells of a published table by the same names. */
    function publishedOf(file: string) {
      const table = read(file)
      const versions: Record<string, string> = {
        my5651: '5.6.51',
        my5744: '5.7.44',
        my8036: '8.0.36',
        pg162: '16.2',
        fbmy8028: '8.0.28',
      }
      return (table?.rows ?? []).flatMap(({ tag, cells }) =>
        cells.map((cell, at) => ({
          key: `${versions[tag.split(/[_.]/)[0] ?? '']} ${table?.steps[at]?.name}`,
          target: table?.targets?.[at] ?? null,
          ...cell,
        })),
      )
    }

    test('absolute throughput, and its colours', () => {
      const cells = cellsOf(compare(set, asked.throughput))
      const published = publishedOf('tput.tab')
      expect(published).toHaveLength(30)
      const different: string[] = []
      for (const { key, value, mark } of published) {
        const cell = cells.get(key)
        expect(cell?.value, key).toBe(value)
        const hoped = mark === 'cmin' || mark === 'cmax' ? MARKS[mark] : 'neutral'
        if (cell?.band !== hoped) different.push(`${key} ${cell?.band}, there ${hoped}`)
      }
      // Postgres missed its target in that step. The page colours it all the same; with us it takes no part, which leaves
      // another one as the worst of the column.
      const missed = ['16.2 qp1000 none, there worse', '8.0.36 qp1000 worse, there neutral']
      expect(different).toEqual(name.endsWith('some') ? missed : [])
    })

    test('relative throughput, to the printed digit', () => {
      const cells = cellsOf(compare(set, asked.relative))
      for (const { key, text } of publishedOf('tputr.tab'))
        expect(`${key} ${formatRatio(cells.get(key)?.ratio ?? null)}`).toBe(`${key} ${text}`)
    })

    test('background rates, their targets, and which are missed', () => {
      const cells = cellsOf(compare(set, asked.background))
      const published = publishedOf('iput.tab')
      expect(published).toHaveLength(18)
      for (const { key, value, target, mark } of published) {
        const cell = cells.get(key)
        expect([cell?.value, cell?.baseValue, cell?.band], key).toEqual([
          value,
          target,
          mark === 'cmin' ? 'worse' : 'neutral',
        ])
      }
    })
  }),
)
