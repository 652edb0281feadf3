import { qualityChart } from '@assay/domain/studies/quality-chart'
import {
  qualityComparison,
  qualityTables,
  tableWithStatistic,
  withStatistic,
} from '@assay/domain/studies/quality-of-service'
import { ALL_STATISTICS, statisticsOf, usualStatistic } from '@assay/domain/studies/response-times'
import { StudyChart } from '../../../charts/study-chart.tsx'
import { runPath } from '../../../paths.ts'
import { api } from '../../../trpc/server.ts'
import { countOf } from '../../../ui/format-count.ts'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyCharts } from '../frame/study-charts.tsx'
import { StudyFrame } from '../frame/study-frame.tsx'
import type { StudyScreenProps } from '../study-screen.ts'
import { QualityChoices } from './quality-choices.tsx'
import style from './quality-of-service.module.css'
import { QualityTableView } from './quality-table.tsx'
import { QualityTldr } from './quality-tldr.tsx'
import { statisticWords } from './statistic-words.ts'

/** More are a filter away. */
const MOST_TABLES = 40
const MOST_CHARTS = 6

/** Throughput, what it costs and how long operations take, in one row. */
export async function QualityOfServiceScreen({ project, comparison, problems, own, level }: StudyScreenProps) {
  const { metrics } = await (await api()).comparisons.builder({ project, query: '' })
  const asked = qualityComparison(
    comparison,
    metrics.map(({ name }) => name),
  )
  const grid = await askGrid(project, asked)
  const all = qualityTables(grid)
  const statistics = statisticsOf(all.flatMap(({ columns }) => columns.map(({ metric }) => metric)))
  const statistic = own.response ?? usualStatistic(statistics)
  const tables = all.flatMap((table) => tableWithStatistic(table, statistic) ?? [])
  const without = all.length - tables.length
  const hasAny = statistic === ALL_STATISTICS ? statistics.length > 0 : statistics.includes(statistic)
  const shown = tables.slice(0, MOST_TABLES)
  const charts = shown.flatMap(
    (table, at) => qualityChart(table, `operations-${at}`, (run) => runPath(project, run)) ?? [],
  )
  return (
    <StudyFrame
      level={level}
      kind="quality-of-service"
      project={project}
      title="Quality of service"
      summary={`Throughput, what it costs and how long operations take: ${countOf(tables.length, 'test')}, ${statisticWords(statistic)}.`}
      comparison={withStatistic(asked, statistic)}
      problems={problems}
      warnings={grid.warnings.filter(({ code }) => code !== 'metric-missing')}
      tldr={<QualityTldr tables={shown} />}
    >
      <QualityChoices project={project} comparison={comparison} statistics={statistics} statistic={statistic} />
      {!hasAny ? (
        <p>
          No result of this comparison has a response time ({statisticWords(statistic)}). Choose another statistic, or
          take a filter away.
        </p>
      ) : (
        <>
          <div className={style.tables}>
            {shown.map((table, at) => (
              <QualityTableView
                key={table.values.join(' ')}
                project={project}
                place={at}
                rowsAre={grid.rowDimensions.join(', ')}
                table={table}
                show={grid.show}
              />
            ))}
          </div>
          {charts.length > 0 && (
            <StudyCharts>
              {charts.slice(0, MOST_CHARTS).map((chart) => (
                <StudyChart key={chart.id} model={chart} />
              ))}
            </StudyCharts>
          )}
          <p>
            {tables.length > shown.length &&
              `${shown.length} of ${tables.length} tables are shown; filter by test or workload to see the others. `}
            {without > 0 &&
              `${countOf(without, 'test')} with throughput alone ${without === 1 ? 'is' : 'are'} left out.`}
          </p>
        </>
      )}
    </StudyFrame>
  )
}
