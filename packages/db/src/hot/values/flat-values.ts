/**
 * One value of a result with names instead of ids, as JSON: a program that reads it needs no other file. docs/archive.md
 * describes the columns. Params are text, because DuckDB refuses objects with other keys in later lines.
 */
export const FLAT_VALUE = `json_build_object(
    'run_id', run.id, 'product', product.name, 'version', version.name, 'build', build.name, 'commit', build.commit,
    'config', config.name, 'hardware', hardware.name, 'benchmark', benchmark.name, 'workload', workload.name,
    'repeat', run.repeat, 'started_at', run.started_at, 'test', test.name, 'clients', result.clients,
    'params', result.params::text, 'metric', metric.name, 'unit', metric.unit, 'better', metric.better,
    'value', result.values[entry.position],
    'flags', (select coalesce(json_agg(badge.code order by badge.code), '[]') from result_badge badge
      where badge.project_id = result.project_id and badge.run_id = run.id and badge.result_id = result.id
        and (badge.metrics is null or badge.metrics = '{}' or metric.name = any(badge.metrics))),
    'excluded', exists (select from invalidation where invalidation.project_id = run.project_id
      and invalidation.run_id = run.id and withdrawn_at is null and coalesce(result_id, result.id) = result.id)
  )`

/** Every value of the runs of a project; a statement adds conditions. */
export const FROM_VALUES = `
  from run
  join build on build.project_id = run.project_id and build.id = run.build_id
  join version on version.project_id = run.project_id and version.id = build.version_id
  join product on product.project_id = run.project_id and product.id = version.product_id
  join config on config.project_id = run.project_id and config.id = run.config_id
  join hardware on hardware.project_id = run.project_id and hardware.id = run.hardware_id
  join workload on workload.project_id = run.project_id and workload.id = run.workload_id
  join benchmark on benchmark.project_id = run.project_id and benchmark.id = workload.benchmark_id
  join result on result.project_id = run.project_id and result.run_id = run.id
  join test on test.project_id = run.project_id and test.id = result.test_id
  join metric_set_entry entry on entry.project_id = run.project_id and entry.metric_set_id = run.metric_set_id
  join metric on metric.project_id = run.project_id and metric.id = entry.metric_id`

/** One line for each value of the runs $2 of the project $1; of all its runs when $2 is null. */
export const FLAT_RESULTS = `
  select ${FLAT_VALUE}::text as line ${FROM_VALUES}
  where run.project_id = $1::uuid and result.values[entry.position] is not null
    and ($2::uuid[] is null or run.id = any($2::uuid[]))
  order by run.id, result.id, entry.position`
