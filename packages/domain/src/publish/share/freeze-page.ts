import type { FactCell, FactTable } from '../../compare/studies/pages/fact-table.ts'
import type { StudyElement, StudyPage } from '../../compare/studies/pages/study-page.ts'
import type { ChartModel } from '../chart/chart-model.ts'

/** Freezes a study page: its shown content, without URLs that only members of the project can open. */
export function freezePage({ title, summary, comparison, warnings, tldr, parts }: StudyPage): StudyPage {
  return { title, summary, comparison, warnings, tldr, parts: frozenParts(parts) }
}

const frozenParts = (parts: readonly StudyElement[]): StudyElement[] =>
  parts.filter((part) => !(part.kind === 'text' && part.live)).map(frozenPart)

function frozenPart(part: StudyElement): StudyElement {
  switch (part.kind) {
    case 'section':
      return { ...part, parts: frozenParts(part.parts) }
    case 'facts':
      return { ...part, table: withoutLinks(part.table) }
    case 'grid': {
      const { only, grid, ...rest } = part
      const tables = grid.tables.filter((_, at) => only?.includes(at) ?? true)
      // The warnings are shown above the page.
      return { ...rest, grid: { ...grid, tables, warnings: [] } }
    }
    case 'metrics': {
      const { of: _, ...rest } = part
      return rest
    }
    case 'charts':
      return { ...part, models: part.models.map(withoutHrefs) }
    default:
      return part
  }
}

function withoutLinks(table: FactTable): FactTable {
  const cellOf = ({ parts }: FactCell): FactCell => ({ parts: parts.map(({ link: _, ...part }) => part) })
  const groups = table.groups.map(({ name, rows }) => ({
    name,
    rows: rows.map(({ key, cells }) => ({ key, cells: cells.map(cellOf) })),
  }))
  return { ...table, groups }
}

const withoutHrefs = (model: ChartModel): ChartModel => ({
  ...model,
  series: model.series.map((series) => ({
    ...series,
    points: series.points.map(({ href: _, ...point }) => point),
  })),
})
