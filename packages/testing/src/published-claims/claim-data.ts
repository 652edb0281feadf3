import { compare } from '@assay/domain/compare/compare'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { Cell, Grid, GridRow } from '@assay/domain/compare/grid'
import type { Point, PointSet } from '@assay/domain/compare/point'
import { deriveTldr } from '@assay/domain/compare/tldr/derive-tldr'
import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import { rowsOf } from '@assay/domain/compare/tldr/tldr-blocks'
import { readDemoDocuments, readFigures } from '../archive/archive-figures.ts'
import { pointsOfDocuments } from '../compare/points-of-documents.ts'

// The data of the claims: documents of the demo project, and figures of published tables as results.

const sets = new Map<string, PointSet>()

function once(name: string, make: () => PointSet): PointSet {
  const set = sets.get(name) ?? make()
  sets.set(name, set)
  return set
}

export const demoSet = (name: string): PointSet => once(name, () => pointsOfDocuments(readDemoDocuments(name)))

/** Published tables as points: each row is a value of a metric, and rows of one cell are one result. */
export function publishedSet(...tables: string[]): PointSet {
  return once(tables.join(), () => {
    const points = new Map<string, { point: Point; values: Record<string, number> }>()
    for (const row of tables.flatMap(readFigures)) {
      const {
        product = '',
        version = '',
        config = '',
        test = '',
        clients = '',
        workload = '',
        metric = '',
        value,
      } = row
      const id = [product, version, config, test, clients, workload].join('|')
      const coordinates = { product, version, config, test, clients, workload: workload.split(' (')[0] ?? '' }
      const values = points.get(id)?.values ?? {}
      values[metric.replace(/^relative QPS.*/, 'qps')] = Number(value)
      points.set(id, { point: { runId: id, resultId: id, coordinates, values }, values })
    }
    const found = [...points.values()].map(({ point }) => point)
    const names = [...new Set(found.map(({ coordinates }) => coordinates.test ?? ''))]
    const tests = names.map((name, order) => ({
      name,
      group: null,
      order,
      role: 'measured' as const,
      primaryMetric: 'qps',
    }))
    return { points: found, tests, metrics: [] }
  })
}

/** The grid of a query. */
export function gridOf(set: PointSet, query: string): Grid {
  const { comparison, problems } = fromQuery(query)
  if (problems.length > 0) throw new Error(problems.join('; '))
  return compare(set, comparison)
}

export const rowsIn = (grid: Grid): GridRow[] => grid.tables.flatMap(rowsOf)

/** The first cell whose row and column labels equal these or begin with them. */
export function cellIn(grid: Grid, row: string, column: string): Cell {
  const rows = rowsIn(grid)
  const own = rows.find(({ label }) => label === row) ?? rows.find(({ label }) => label.startsWith(row))
  const at = grid.tables[0]?.columns.findIndex(({ label }) => label.startsWith(column)) ?? -1
  const cell = own?.cells[at]
  if (cell === undefined) throw new Error(`no cell in row ${row}, column ${column}`)
  return cell
}

export function ratioIn(grid: Grid, row: string, column: string): number {
  const { ratio } = cellIn(grid, row, column)
  if (ratio === null) throw new Error(`no ratio in row ${row}, column ${column}`)
  return ratio
}

/** The tl;dr of a query, one string per sentence. */
export function verdictsOf(set: PointSet, query: string): string[] {
  return deriveTldr(gridOf(set, query), fromQuery(query).comparison).sentences.map(sentenceText)
}

/** The change of a ratio in percent: -14 for 0.86. */
export const percent = (ratio: number): number => Math.round(Math.round(ratio * 100) - 100)
