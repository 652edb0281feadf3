// Parts of statements that the tables of notes have in common.

/** A time as ISO 8601 in UTC, as JavaScript writes it. */
export const rowTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const sourceOf =
  "case when source_name is null then null else json_build_object('name', source_name, 'url', source_url) end"
