import type { DimensionName, FixedDimension } from '@assay/domain/compare/dimension'
import { UNKNOWN_COMPILER } from '@assay/domain/run/build-label'
import type { SqlValues } from './sql-values.ts'
import type { DimensionFilters } from './types.ts'

/** domain's compilerLabel in SQL, for the alias `b` of build; a test holds the two together. */
export const COMPILER_LABEL_SQL = `coalesce(
  b.compiler || case when b.lto then '+LTO' else '' end || coalesce(' ' || b.compiler_version, ''), '${UNKNOWN_COMPILER}')`

type Entry = [DimensionName, readonly string[]]

const BUILD_LEVEL = { product: 'p.name', version: 'v.name', build: 'b.name', compiler: COMPILER_LABEL_SQL } as const
const WORKLOAD_LEVEL = { benchmark: 'k.name', workload: 'w.name' } as const

/**
 * Conditions on a run, or on a row of newest_run, in terms of its ids: the lists of ids are short, and each has an
 * index. Filters of test, group, clients and params are not among them.
 *
 * @param alias   of the table that has build_id, config_id, hardware_id, workload_id and repeat.
 * @param project how the statement refers to the project, such as `$1`.
 */
export function runConditions(alias: string, project: string, filters: DimensionFilters, values: SqlValues): string[] {
  const given = entriesOf(filters)
  const conditions: string[] = []
  const ofBuild = given.flatMap(([name, list]) => anyOf(BUILD_LEVEL, name, list, values))
  if (ofBuild.length > 0) {
    conditions.push(`${alias}.build_id in (
      select b.id from build b
      join version v on v.project_id = ${project} and v.id = b.version_id
      join product p on p.project_id = ${project} and p.id = v.product_id
      where b.project_id = ${project} and ${ofBuild.join(' and ')})`)
  }
  const ofWorkload = given.flatMap(([name, list]) => anyOf(WORKLOAD_LEVEL, name, list, values))
  if (ofWorkload.length > 0) {
    conditions.push(`${alias}.workload_id in (
      select w.id from workload w
      join benchmark k on k.project_id = ${project} and k.id = w.benchmark_id
      where w.project_id = ${project} and ${ofWorkload.join(' and ')})`)
  }
  for (const [name, list] of given) {
    if (name === 'config' || name === 'hardware') {
      const ids = `select id from ${name} where project_id = ${project} and name = any(${values.add(list)}::text[])`
      conditions.push(`${alias}.${name}_id in (${ids})`)
    }
    if (name === 'repeat') conditions.push(`${alias}.repeat = any(${values.add(wholeNumbers(list))}::int[])`)
  }
  return conditions
}

/**
 * Conditions on one result, or on one item of a test set.
 *
 * @param item alias of the table that has clients and params.
 * @param test alias of test.
 * @param workloadParams where a parameter is looked for when the result has none of that name.
 */
export function resultConditions(
  { item, test, workloadParams }: { item: string; test: string; workloadParams: string },
  filters: DimensionFilters,
  values: SqlValues,
): string[] {
  return entriesOf(filters).flatMap(([name, list]) => {
    if (name === 'test') return [`${test}.name = any(${values.add(list)}::text[])`]
    if (name === 'group') return [`${test}.group_name = any(${values.add(list)}::text[])`]
    if (name === 'clients') return [`${item}.clients = any(${values.add(wholeNumbers(list))}::int[])`]
    if (!name.startsWith('param:')) return []
    if (list.length === 0) return ['false']
    const param = values.add(name.slice('param:'.length))
    const wanted = values.add(list.flatMap(asParamValues))
    return [`coalesce(${item}.params -> ${param}::text, ${workloadParams} -> ${param}::text) = any(${wanted}::jsonb[])`]
  })
}

function entriesOf(filters: DimensionFilters): Entry[] {
  // The keys of filters are dimension names by type; one without values filters nothing.
  const given = (Object.entries(filters) as Entry[]).filter(([, list]) => list !== undefined)
  return given.map(([name, list]) => [name, isStorable(name) ? list.filter(isStorable) : []])
}

/** Postgres holds no NUL and no half characters, and refuses to look for them. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function anyOf(
  columns: Partial<Record<FixedDimension, string>>,
  name: DimensionName,
  list: readonly string[],
  values: SqlValues,
): string[] {
  const column = (columns as Partial<Record<DimensionName, string>>)[name]
  return column === undefined ? [] : [`${column} = any(${values.add(list)}::text[])`]
}

/** Values that can be numbers of clients or repeats; others match nothing. */
function wholeNumbers(list: readonly string[]): number[] {
  return list.filter((value) => /^\d{1,9}$/.test(value) && String(Number(value)) === value).map(Number)
}

/** A parameter is stored as a number or as text, and the dimension shows both as text. */
function asParamValues(value: string): string[] {
  const number = Number(value)
  const isNumber = Number.isFinite(number) && String(number) === value
  return [JSON.stringify(value), ...(isNumber ? [JSON.stringify(number)] : [])]
}
