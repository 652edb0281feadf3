import { formatAbsolute, MISSING } from '@assay/domain/compare/format-cell'
import { absoluteDigits } from '@assay/domain/compare/render/absolute-digits'
import { AS_PUBLISHED_PREFIX } from '@assay/domain/run/metric'
import { resultPath } from '../../paths.ts'
import type { ResultDetails, RunDetails } from '../../trpc/api-types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { seriesOfResult } from '../series/series-of-result.ts'
import style from './results-table.module.css'
import { ResultFlags, sharedFlagTexts } from './validity/result-flags.tsx'

/** Every result of a run, with a column for each metric. */
export function ResultsTable({ project, run }: { project: string; run: RunDetails }) {
  const groups = new Map(run.tests.map((test) => [test.name, test.group]))
  const digits = absoluteDigits(
    run.results.flatMap(({ values }) =>
      run.metrics.map(({ name }, index) => ({ metric: name, value: values[index] ?? null })),
    ),
  )
  const shared = sharedFlagTexts(run.results)
  const paramNames = [...new Set(run.results.flatMap(({ params }) => Object.keys(params)))]
  return (
    <DataTable<ResultDetails>
      caption="Results"
      stacks="columns"
      rows={run.results}
      rowKey={(result) => result.id}
      columns={[
        {
          key: 'test',
          header: 'Test',
          heads: true,
          cell: (result) => <TestName result={result} project={project} run={run} shared={shared} />,
        },
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
          cell: ({ values }: ResultDetails) => <Value value={values[index] ?? null} digits={digits(metric.name)} />,
        })),
      ]}
    />
  )
}

type Named = { result: ResultDetails; project: string; run: RunDetails; shared: ReadonlySet<string> }

function TestName({ result, project, run, shared }: Named) {
  return (
    <div id={`result-${result.id}`}>
      {result.test}{' '}
      <a href={seriesOfResult(project, run, result)} className={style.chart}>
        versions
        <span className="visually-hidden">
          {' '}
          of {run.product} on {result.test}
        </span>
      </a>
      {result.samples.length > 0 && (
        <>
          {' '}
          <a href={resultPath(project, run.id, result.id)} className={style.chart}>
            chart<span className="visually-hidden"> of {result.test} over time</span>
          </a>
        </>
      )}
      <ResultFlags badges={result.badges} shared={shared} />
    </div>
  )
}

function Value({ value, digits }: { value: number | null; digits: number }) {
  if (value === null) return <span className={style.missing}>{MISSING}</span>
  return <span title={String(value)}>{formatAbsolute(value, digits)}</span>
}
