import type { ResultDetails, RunDetails } from '@assay/db/types'
import { resultPath } from '../../paths.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatMetricValue } from '../../ui/format-metric-value.ts'
import { AS_PUBLISHED_PREFIX } from '@assay/domain/run/metric'
import style from './results-table.module.css'

/** Every result of a run with every metric that any of them has. */
export function ResultsTable({ project, run }: { project: string; run: RunDetails }) {
  const groups = new Map(run.tests.map((test) => [test.name, test.group]))
  const paramNames = [...new Set(run.results.flatMap(({ params }) => Object.keys(params)))]
  return (
    <DataTable<ResultDetails>
      caption="Results"
      rows={run.results}
      rowKey={(result) => result.id}
      columns={[
        { key: 'test', header: 'Test', heads: true, cell: (result) => <TestName result={result} project={project} run={run} /> },
        { key: 'group', header: 'Group', wideOnly: true, cell: ({ test }) => groups.get(test) ?? '' },
        { key: 'clients', header: 'Clients', numeric: true, cell: ({ clients }) => clients },
        ...paramNames.map((name) => ({
          key: `param:${name}`,
          header: name,
          cell: ({ params }: ResultDetails) => String(params[name] ?? ''),
        })),
        ...run.metrics.map((metric, index) => ({
          key: `metric:${metric.name}`,
          header: metric.name.replace(AS_PUBLISHED_PREFIX, 'as published '),
          about: `${metric.about} (${metric.unit})`,
          numeric: true,
          cell: ({ values }: ResultDetails) => <Value value={values[index] ?? null} />,
        })),
      ]}
    />
  )
}

function TestName({ result, project, run }: { result: ResultDetails; project: string; run: RunDetails }) {
  return (
    <span id={`result-${result.id}`}>
      {result.test}
      {result.samples.length > 0 && (
        <>
          {' '}
          <a href={resultPath(project, run.id, result.id)} className={style.chart}>
            chart<span className="visually-hidden"> of {result.test} over time</span>
          </a>
        </>
      )}
    </span>
  )
}

function Value({ value }: { value: number | null }) {
  if (value === null) return <span className={style.missing}>–</span>
  return <span title={String(value)}>{formatMetricValue(value)}</span>
}
