import { formatRatio } from '@assay/domain/compare/format-cell'
import { type RepeatPair, repeatsOf } from '@assay/domain/studies/repeats'
import { runPath } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatMetricValue } from '../../../ui/format-metric-value.ts'
import { Section } from '../../../ui/section.tsx'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import type { StudyScreenProps } from '../study-screen.ts'
import { repeatsSentence } from './repeats-sentence.ts'

const MOST_PAIRS = 20

export async function RepeatsScreen({ project, comparison, problems, level }: StudyScreenProps) {
  const grid = await askGrid(project, comparison)
  const { pairs, summary } = repeatsOf(grid)
  return (
    <StudyFrame
      level={level}
      kind="repeats"
      project={project}
      title="Repeats"
      summary={repeatsSentence(summary)}
      comparison={comparison}
      problems={problems}
      warnings={grid.warnings}
    >
      {pairs.length > 0 && (
        <Section title="Tests that disagree most">
          <DataTable
            caption="Tests that disagree most"
            columns={columns(project)}
            rows={pairs.slice(0, MOST_PAIRS)}
            rowKey={({ table, row, column, metric }) => JSON.stringify([table, row, column, metric])}
          />
        </Section>
      )}
      <Section title="Every repeat beside the first">
        <StudyTables project={project} comparison={comparison} grid={grid} />
      </Section>
    </StudyFrame>
  )
}

const columns = (project: string): Column<RepeatPair>[] => [
  { key: 'test', header: 'Test', heads: true, cell: ({ row }) => row },
  {
    key: 'of',
    header: 'Of',
    cell: ({ table, column }) => [column, table].filter((part) => part !== '').join(', '),
  },
  { key: 'first', header: 'First', numeric: true, cell: ({ first }) => formatMetricValue(first) },
  {
    key: 'later',
    header: 'Later',
    numeric: true,
    cell: ({ cell }) => {
      const text = cell.value === null ? '' : formatMetricValue(cell.value)
      const [run] = cell.runIds
      return run === undefined ? text : <a href={runPath(project, run)}>{text}</a>
    },
  },
  {
    key: 'ratio',
    header: 'Later / first',
    numeric: true,
    about: 'Two runs of one build: whatever is not 1.00 is noise',
    cell: ({ ratio }) => formatRatio(ratio),
  },
]
