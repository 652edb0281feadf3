/** SQL for a time as ISO 8601 in UTC, as JavaScript writes it. */
export const rowTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
