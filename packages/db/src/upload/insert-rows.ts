import type { Step } from '../scope/one-trip.ts'

/** A row by column; arrays of doubles are written with `doubles`. */
export type NewRow = Readonly<Record<string, unknown>>

/**
 * Inserts rows as one JSON parameter, which Postgres reads about as fast as COPY (which row security forbids), and
 * doubles arrive bit for bit. No step when there is no row.
 *
 * @param columns types by name; `project_id` comes from the scope's project.
 */
export function insertRows(
  projectId: string,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly NewRow[],
): Step[] {
  if (rows.length === 0) return []
  const names = Object.keys(columns).join(', ')
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const text = `
    insert into ${table} (project_id, ${names})
    select $1::uuid, ${names} from json_to_recordset($2::json) as sent (${types.join(', ')})`
  return [{ name: `insert-${table}`, text, values: [projectId, JSON.stringify(rows)] }]
}

/** JSON has no negative zero; as text Postgres takes it. */
export function doubles(values: readonly (number | null)[]): readonly (number | string | null)[] {
  return values.some((value) => Object.is(value, -0))
    ? values.map((value) => (Object.is(value, -0) ? '-0' : value))
    : values
}
