import type { Statement } from '../../scope/statements.ts'

/** A row by column name. */
export type NewRow = Readonly<Record<string, unknown>>

/**
 * Inserts rows as one JSON parameter, for tables with few new rows; no statement without rows.
 *
 * @param columns types by name; `project_id` is that of the tenant scope.
 */
export function insertRows(
  projectId: string,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly NewRow[],
): Statement[] {
  if (rows.length === 0) return []
  const names = Object.keys(columns).join(', ')
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const text = `
    insert into ${table} (project_id, ${names})
    select $1::uuid, ${names} from json_to_recordset($2::json) as sent (${types.join(', ')})`
  return [{ name: `insert-${table}`, text, values: [projectId, JSON.stringify(rows)] }]
}
