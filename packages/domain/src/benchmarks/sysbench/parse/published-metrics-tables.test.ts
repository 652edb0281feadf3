import { readdirSync, readFileSync } from 'node:fs'
import { archivePath, hasArchive } from '@assay/testing/archive/archive'
import { describeArchive } from '@assay/testing/archive/archive-test'
import { expect, test } from 'vitest'
import type { TableCell } from '../../../parse/table-cell.ts'
import { recognizeTable } from '../../registry.ts'
import { type MetricsBlock, parseMetricsTable } from './metrics-table.ts'

const ARCHIVE = archivePath('fixtures/')

const files = hasArchive
  ? readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' }).filter((f) => /\/o\.met[^/]*$/.test(f))
  : []
const blocksOf = (file: string): readonly MetricsBlock[] => {
  const text = readFileSync(ARCHIVE + file, 'utf8')
  const { value, problems } = parseMetricsTable(text, file)
  expect(recognizeTable(file, text)?.kind, file).toBe('metrics-table')
  expect(problems, file).toEqual([])
  return value?.blocks ?? []
}

describeArchive('published o.met tables', () => {
  test('all tables parse, with ratios for every server but the first', () => {
    let blocks = 0
    for (const file of files) {
      for (const { absolute, relative } of blocksOf(file)) {
        expect(relative.map(({ server }) => server)).toEqual(absolute.slice(1).map(({ server }) => server))
        blocks++
      }
    }
    expect([files.length, blocks]).toEqual([35, 1252])
  })

  test('the header of each period is read', () => {
    const names = (file: string) => blocksOf(file)[0]?.metricNames.join(' ')
    expect(names('sysbench-summary/sysbench.dec2020/inmem.take4/o.met.in')).toBe('cpu/o rKB/o wKB/o o/s')
    expect(names('sysbench-summary/apr26.sb.hetz/o.met.my.ma.pg.latest')).toBe('cpu/o cs/o r/o rKB/o wKB/o o/s')
  })

  test('scale-up tables name the two files that they compare', () => {
    const block = blocksOf('sysbench-scaleup/sep25.hetz.sb.scaleup/o.met.pg180.1u.48u')[1]
    expect(block?.bases).toEqual({
      base1: 'sb.met.point-query.pre.range100.pk1.dop1',
      base2: 'sb.met.point-query.pre.range100.pk1.dop48',
    })
    expect(block?.absolute.map(({ server }) => server)).toEqual(['pg180_1u', 'pg180_48u'])
    expect(block?.relative[0]?.cells.at(-1)?.value).toBe(44.46)
  })

  test('every ratio follows from the absolute values, within their digits', () => {
    const checked = { ratios: 0, sharp: 0, zeroByZero: 0, infinite: 0 }
    for (const file of files) {
      for (const { metricNames, absolute, relative, line } of blocksOf(file)) {
        const [base, ...others] = absolute
        for (const [r, { cells }] of relative.entries()) {
          for (const [i, ratio] of cells.entries()) {
            const name = metricNames[i] ?? ''
            const [mine, bases] = [rangeOf(others[r]?.cells[i], name), rangeOf(base?.cells[i], name)]
            const where = `${file}:${line} ${name} ${JSON.stringify(ratio)}`
            if (ratio.missing === 'zero-by-zero') {
              expect(mine.low + bases.low, where).toBe(0)
              checked.zeroByZero++
            } else if (ratio.missing === 'infinite') {
              expect(bases.low, where).toBe(0)
              checked.infinite++
            } else {
              const [low, high] = [mine.low / bases.high, bases.low === 0 ? Infinity : mine.high / bases.low]
              expect(ratio.value, where).toBeGreaterThanOrEqual(low - HALF_CENT)
              expect(ratio.value, where).toBeLessThanOrEqual(high + HALF_CENT)
              checked.ratios++
              if (high - low < 0.01) checked.sharp++
            }
          }
        }
      }
    }
    expect(checked).toEqual({ ratios: 14_306, sharp: 11_668, zeroByZero: 6_679, infinite: 241 })
  })
})

/** Half of the last digit of a ratio, plus floating-point error. */
const HALF_CENT = 0.005 + 1e-9

/** The range of the value before rounding: cpu/o has 6 decimals, o/s none, the others 3. */
function rangeOf(cell: TableCell | undefined, name: string): { low: number; high: number } {
  const half = name === 'cpu/o' ? 0.5e-6 : name === 'o/s' ? 0.5 : 0.5e-3
  const value = cell?.missing === 'zero' ? 0 : (cell?.value ?? Number.NaN)
  return { low: Math.max(value - half, 0), high: value + half }
}
