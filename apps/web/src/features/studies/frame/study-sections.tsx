import type { Comparison } from '@assay/domain/compare/comparison'
import type { GridTable } from '@assay/domain/compare/grid'
import type { StudyElement } from '@assay/domain/compare/studies/pages/study-page'
import type { PickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import type { ReactNode } from 'react'
import { StudyChart } from '../../../charts/study-chart.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { Section } from '../../../ui/section.tsx'
import { MetricTable } from './metric-table.tsx'
import { StudyFacts } from './study-facts.tsx'
import style from './study-frame.module.css'
import { StudyTables } from './study-tables.tsx'

type Props = {
  project: string
  kind: PickedStudy
  parts: readonly StudyElement[]
  /** The address of a changed comparison; the compare page when absent. */
  hrefTo?: (comparison: Comparison) => string
  /** Content that a page adds to a section, by the id of the section. */
  slots?: Readonly<Record<string, { before?: ReactNode; after?: ReactNode }>>
  /** Returns the id of a cell in the tables of metrics, by the index of the table among them. */
  idOf?: (table: number, row: number, column: number) => string
}

/** Rows of tables that are open; further tables are behind their number, because a page of 60 of them is not read. */
const MAX_OPEN_ROWS = 60
/** Height of the title and head of a table, in rows. */
const HEAD_ROWS = 3

const rowCount = ({ groups }: GridTable): number => groups.reduce((sum, { rows }) => sum + rows.length, HEAD_ROWS)

/** The tables of metrics after those that fit; the first one is always open. */
function foldedTables(tables: readonly StudyElement[]): StudyElement[] {
  let rows = 0
  return tables.filter((part, at) => {
    rows += part.kind === 'metrics' ? part.grid.tables.reduce((sum, table) => sum + rowCount(table), 0) : 0
    return at > 0 && rows > MAX_OPEN_ROWS
  })
}

/** The sections of a study page, with links and interactive charts. */
export function StudySections(props: Props) {
  const tables = props.parts.filter(({ kind }) => kind === 'metrics')
  const folded = new Set<StudyElement>(foldedTables(tables))
  const drawn = (parts: readonly StudyElement[]) =>
    parts.map((part) => {
      // Sections have no name, so the position is the key.
      const key = `${part.kind} ${props.parts.indexOf(part)}`
      return <Part key={key} {...props} part={part} sectionIndex={tables.indexOf(part)} />
    })
  return (
    <>
      {drawn(props.parts.filter((part) => !folded.has(part)))}
      {folded.size > 0 && (
        <details className={style.folded}>
          <summary>{countOf(folded.size, 'more table')}</summary>
          {drawn([...folded])}
        </details>
      )}
    </>
  )
}

type PartProps = Omit<Props, 'parts'> & { part: StudyElement; sectionIndex: number }

function Part({ part, sectionIndex, ...props }: PartProps) {
  const { project, kind, hrefTo, slots, idOf } = props
  switch (part.kind) {
    case 'section': {
      const { before, after } = slots?.[part.id ?? ''] ?? {}
      return (
        <Section title={part.title} {...(part.id === undefined ? {} : { id: part.id })} aside={part.aside}>
          <div className={style.subject}>
            {before}
            <StudySections {...props} parts={part.parts} />
            {after}
          </div>
        </Section>
      )
    }
    case 'text':
      return <p className={part.soft ? style.about : undefined}>{part.text}</p>
    case 'empty':
      return (
        <EmptyState title={part.title}>
          <p>{part.text}</p>
        </EmptyState>
      )
    case 'facts':
      return <StudyFacts project={project} kind={kind} table={part.table} />
    case 'grid': {
      const { grid, comparison, label, only } = part
      const tables = (
        <StudyTables
          project={project}
          comparison={comparison}
          grid={grid}
          {...(hrefTo === undefined ? {} : { hrefTo })}
          {...(label === undefined ? {} : { label })}
          {...(only === undefined ? {} : { shows: (_, index) => only.includes(index) })}
        />
      )
      const shown = grid.tables.filter((_, index) => only?.includes(index) ?? true)
      const rows = shown.reduce((sum, table) => sum + rowCount(table), 0)
      if (shown.length === 1 || rows <= MAX_OPEN_ROWS) return tables
      return (
        <details className={style.folded}>
          <summary>{countOf(shown.length, 'table')}</summary>
          {tables}
        </details>
      )
    }
    case 'metrics':
      return (
        <MetricTable
          project={project}
          title={part.title}
          grid={part.grid}
          heads={part.heads}
          of={part.of}
          idOf={idOf && ((row, column) => idOf(sectionIndex, row, column))}
        />
      )
    case 'charts':
      return (
        <div className={style.charts}>
          {part.models.map((model) => (
            <StudyChart
              key={model.id}
              model={model}
              {...(part.height === undefined || model.draw === 'rows' ? {} : { height: part.height })}
            />
          ))}
        </div>
      )
    case 'flame':
      return null
  }
}
