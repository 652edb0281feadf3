import type { ChartModel } from '../chart/chart-model.ts'
import type { Grid } from '../compare/grid.ts'
import type { FactCell, FactTable } from '../studies/pages/fact-table.ts'
import type { StudyPage, StudyPart } from '../studies/pages/study-page.ts'

/** A study page as it is kept: what is shown of it, and no address of a page that only its project can open. */
export function freezePage({ title, summary, comparison, warnings, tldr, parts }: StudyPage): StudyPage {
  return { title, summary, comparison, warnings, tldr, parts: parts.map(frozenPart) }
}

function frozenPart(part: StudyPart): StudyPart {
  switch (part.kind) {
    case 'section':
      return { ...part, parts: part.parts.map(frozenPart) }
    case 'facts':
      return { ...part, table: withoutLinks(part.table) }
    case 'grid': {
      const { only, ...kept } = part
      return only === undefined ? part : { ...kept, grid: withTables(part.grid, only) }
    }
    case 'charts':
      return { ...part, models: part.models.map(withoutHrefs) }
    default:
      return part
  }
}

const withTables = (grid: Grid, only: readonly number[]): Grid => ({
  ...grid,
  tables: grid.tables.filter((_, at) => only.includes(at)),
})

function withoutLinks(table: FactTable): FactTable {
  const cellOf = ({ parts }: FactCell): FactCell => ({ parts: parts.map(({ link: _, ...part }) => part) })
  const groups = table.groups.map(({ name, rows }) => ({
    name,
    rows: rows.map(({ key, cells }) => ({ key, cells: cells.map(cellOf) })),
  }))
  return { ...table, groups }
}

export const withoutHrefs = (model: ChartModel): ChartModel => ({
  ...model,
  series: model.series.map((series) => ({
    ...series,
    points: series.points.map(({ href: _, ...point }) => point),
  })),
})
