import { efficiencyComparison } from '@assay/domain/studies/efficiency'
import { metricColumnsOf } from '@assay/domain/studies/metric-columns'
import { countOf } from '../../../ui/format-count.ts'
import { askGrid } from '../frame/ask-grid.ts'
import { MetricColumnsTable } from '../frame/metric-columns-table.tsx'
import frame from '../frame/study-frame.module.css'
import { StudyFrame } from '../frame/study-frame.tsx'
import type { StudyScreenProps } from '../study-screen.ts'

/** More are a filter away: a page of hundreds of tables is read by nobody. */
const MOST_TABLES = 60

export async function EfficiencyScreen({ project, comparison, problems, level }: StudyScreenProps) {
  const asked = efficiencyComparison(comparison)
  const grid = await askGrid(project, asked)
  // Throughput alone is no efficiency.
  const tables = metricColumnsOf(grid).filter(({ metrics }) => metrics.length > 1)
  const warnings = grid.warnings.filter(({ code }) => code !== 'metric-missing')
  return (
    <StudyFrame
      level={level}
      kind="efficiency"
      project={project}
      title="Efficiency"
      summary={
        tables.length === 0
          ? 'No result here says what an operation costs: upload vmstat and iostat beside the benchmark.'
          : `What an operation costs, beside how many there are: ${countOf(tables.length, 'table')}, each divided by its first row.`
      }
      comparison={asked}
      problems={problems}
      warnings={warnings}
    >
      <div className={frame.tables}>
        {tables.slice(0, MOST_TABLES).map((table) => (
          <MetricColumnsTable
            key={table.values.join(' ')}
            project={project}
            title={table.label}
            rowsAre={grid.rowDimensions.join(', ')}
            table={table}
            show={grid.show}
          />
        ))}
      </div>
      {tables.length > MOST_TABLES && (
        <p>
          {MOST_TABLES} of {tables.length} tables are shown; filter by test, hardware or workload to see the others.
        </p>
      )}
    </StudyFrame>
  )
}
