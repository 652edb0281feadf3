import { cellText } from '../../compare/studies/pages/fact-table.ts'
import { flatElements, type StudyPage } from '../../compare/studies/pages/study-page.ts'
import { compareCells, type NamedCell, namedCells, type Reproduction } from '../report/reproduce-figure.ts'
import { factsOf, gridsOf } from './figure-elements.ts'

/**
 * Compares a frozen page with the current one: the cells of its tables, then derived facts (a fact that is missing
 * today was already compared by its cells), then the points of its charts.
 */
export function reproducePage(frozen: StudyPage, today: StudyPage): Reproduction {
  const cells = compareCells(cellsOf(frozen), cellsOf(today))
  if (cells.kind !== 'reproduced') return cells
  const facts = firstDifference(factTexts(frozen), factTexts(today))
  if (facts !== null) return facts
  return firstDifference(pointTexts(frozen), pointTexts(today)) ?? cells
}

const cellsOf = ({ parts }: StudyPage): NamedCell[] =>
  gridsOf(parts).flatMap(({ name, grid }) => namedCells(grid, name))

function firstDifference(frozen: Map<string, string>, today: Map<string, string>): Reproduction | null {
  const other = [...frozen].flatMap(([name, was]) => {
    const is = today.get(name)
    return is === undefined || is === was ? [] : [{ was, is }]
  })
  const [first] = other
  return first === undefined ? null : { kind: 'differs', cells: other.length, frozen: first.was, today: first.is }
}

function factTexts({ parts }: StudyPage): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { caption, columns, groups } of factsOf(parts)) {
    for (const { rows } of groups) {
      for (const { key, cells } of rows) {
        for (const [at, { parts: segments }] of cells.entries()) {
          // Marks of verdicts are not compared, because later runs of other results can change them.
          const parts = segments.filter(({ says }) => says === undefined)
          texts.set(JSON.stringify([caption, key, columns[at]?.header, at]), cellText({ parts }))
        }
      }
    }
  }
  return texts
}

function pointTexts({ parts }: StudyPage): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { part } of flatElements(parts)) {
    if (part.kind !== 'charts') continue
    for (const { title, series } of part.models) {
      for (const { name, points } of series) {
        for (const { x, y } of points) if (y !== null) texts.set(JSON.stringify([title, name, x]), String(y))
      }
    }
  }
  return texts
}
