/**
 * The application's own filters taken out of a statement: what is left is what the walls of the database hold alone.
 * The parameter stays, for Postgres wants to know of each what it is.
 */
export function withoutFilters(sql: string): string {
  return sql.replace(/(?:\w+\.)?project_id = \$(\d+)(?:::uuid)?/g, '$$$1::uuid is not null')
}
