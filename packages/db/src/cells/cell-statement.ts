import { PRIMARY_METRIC } from '@assay/domain/run/metric'
import { COMPILER_LABEL_SQL, resultConditions, runConditions } from '../dimension-filters.ts'
import { SqlValues } from '../sql-values.ts'
import type { CellQuery } from '../types.ts'

/** What a test is judged by when no upload said so: the first of these that is there, else the first metric. */
const FALLBACK_METRICS = ['qps', 'ops/s', 'tps', 'rows/s'] as const

export type CellStatement = {
  text: string
  values: unknown[]
  /** The metric of each column of values, `primary` for each test's own; null when a cell holds its whole array. */
  columns: string[] | null
}

/**
 * One statement for all cells of a comparison. It answers one row of JSON columns, which costs both sides a fraction
 * of a row per cell: the runs with their dimensions, the tests and metrics that they mention, and the cells as one
 * array per column. Only the wanted positions of the arrays of values travel.
 */
export function cellStatement(projectId: string, query: CellQuery): CellStatement {
  const values = new SqlValues()
  const project = values.add(projectId)
  const columns = query.metrics === null ? null : [...new Set(query.metrics)]
  const text = `
    with ${chosenRuns(query, project, values)},
    entry as materialized (
      select e.metric_set_id, e.position, m.name, m.unit, m.better, m.about
      from metric_set_entry e join metric m on m.project_id = ${project} and m.id = e.metric_id
      where e.project_id = ${project} and e.metric_set_id in (select metric_set_id from chosen)
    ),
    fallback as materialized (
      select name from entry
      order by array_position(${values.add(FALLBACK_METRICS)}::text[], name), position, name limit 1
    ),
    tested as materialized (
      select row_number() over () - 1 as place, id, name, group_name, position, role, primary_metric
      from test where project_id = ${project} and benchmark_id in (select benchmark_id from chosen)
    ),
    ${cells(query, columns, project, values)}
    select
      (select json_agg(json_build_array(run_id, metric_set_id, workload_params, product, version, build, compiler, config,
        hardware, benchmark, workload, repeat::text) order by place) from chosen) as runs,
      (select json_agg(json_build_array(name, group_name, position, role, primary_metric) order by place) from tested) as tests,
      (select json_agg(json_build_array(metric_set_id, position, name, unit, better, about)) from entry) as entries,
      (select name from fallback) as fallback,
      (select json_build_object('id', json_agg(id), 'run', json_agg(run), 'test', json_agg(test),
        'clients', json_agg(clients), 'params', json_agg(params),
        'values', json_build_array(${valueColumns(columns)
          .map((column) => `json_agg(${column})`)
          .join(', ')}))
        from cell) as cells`
  return { text, values: values.all, columns }
}

/** The runs that pass, newest first; all their dimensions by name. */
function chosenRuns({ newestOnly, filters }: CellQuery, project: string, values: SqlValues): string {
  const conditions = [`n.project_id = ${project}`, ...runConditions('n', project, filters, values)]
  return `
    chosen as materialized (
      select row_number() over (order by n.started_at desc nulls last, n.${newestOnly ? 'run_id' : 'id'} desc) - 1 as place,
        n.${newestOnly ? 'run_id' : 'id'} as run_id, n.repeat, n.metric_set_id, w.benchmark_id, w.params as workload_params,
        p.name as product, v.name as version, b.name as build, ${COMPILER_LABEL_SQL} as compiler, c.name as config,
        h.name as hardware, k.name as benchmark, w.name as workload
      from ${newestOnly ? 'newest_run' : 'run'} n
      join build b on b.project_id = ${project} and b.id = n.build_id
      join version v on v.project_id = ${project} and v.id = b.version_id
      join product p on p.project_id = ${project} and p.id = v.product_id
      join config c on c.project_id = ${project} and c.id = n.config_id
      join hardware h on h.project_id = ${project} and h.id = n.hardware_id
      join workload w on w.project_id = ${project} and w.id = n.workload_id
      join benchmark k on k.project_id = ${project} and k.id = w.benchmark_id
      where ${conditions.join(' and ')}
    )`
}

/**
 * The results of those runs. The lateral join with its `offset 0` makes Postgres walk the index of result once per
 * run: left to choose, it may read the whole table when it expects many runs.
 */
function cells({ filters, allSteps }: CellQuery, columns: string[] | null, project: string, values: SqlValues): string {
  const source = { item: 'r', test: 't', workloadParams: 'chosen.workload_params' }
  const conditions = resultConditions(source, filters, values)
  if (!allSteps) conditions.push(`coalesce(t.role, 'measured') = 'measured'`)
  const joins = (columns ?? []).map((metric, i) => {
    const name =
      metric === PRIMARY_METRIC
        ? 'coalesce(t.primary_metric, (select name from fallback))'
        : `${values.add(metric)}::text`
    return `left join entry e${i} on e${i}.metric_set_id = chosen.metric_set_id and e${i}.name = ${name}`
  })
  const picked = columns === null ? ['r.values'] : columns.map((_, i) => `r.values[e${i}.position] as v${i}`)
  return `
    cell as materialized (
      select r.id, chosen.place as run, t.place as test, r.clients, r.params, ${picked.join(', ')}
      from chosen
      cross join lateral (
        select id, test_id, clients, params, values from result
        where project_id = ${project} and run_id = chosen.run_id offset 0
      ) r
      join tested t on t.id = r.test_id
      ${joins.join('\n')}
      ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
    )`
}

function valueColumns(columns: string[] | null): string[] {
  return columns === null ? ['values'] : columns.map((_, i) => `v${i}`)
}
