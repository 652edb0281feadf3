import type { Statement } from '../../scope/statements.ts'
import { doubleArray, integerArray, textArray, uuidArray } from './binary-array.ts'

export type NewResult = {
  id: string
  testId: string
  clients: number
  /** JSON text. */
  params: string | null
  /** Null for a test that completed. */
  failure: string | null
  values: readonly (number | null)[]
}

export type NewSeries = {
  id: string
  resultId: string
  metricId: string
  intervalSeconds: number
  startSeconds: number
  values: readonly (number | null)[]
}

// Each column is one parameter, and the values of all rows are one array that Postgres slices: about as fast as COPY,
// which row-level security does not allow. (docs/decisions/014-upload-in-one-round-trip.md)

export function insertResults(projectId: string, runId: string, rows: readonly NewResult[]): Statement {
  const { all, from, to, cut, form } = values(rows, '$9')
  return {
    name: `insert-result-${form}`,
    text: `
      insert into result (project_id, id, run_id, test_id, clients, params, failure, values)
      select $1::uuid, id, $2::uuid, test_id, clients, params::jsonb, failure, ${cut}
      from unnest($3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::int[], $8::int[], $10::text[])
        as sent (id, test_id, clients, params, first, last, failure)`,
    values: [
      projectId,
      runId,
      uuidArray(rows.map(({ id }) => id)),
      uuidArray(rows.map(({ testId }) => testId)),
      integerArray(rows.map(({ clients }) => clients)),
      textArray(rows.map(({ params }) => params)),
      from,
      to,
      all,
      textArray(rows.map(({ failure }) => failure)),
    ],
  }
}

export function insertSeries(projectId: string, rows: readonly NewSeries[]): Statement[] {
  if (rows.length === 0) return []
  const { all, from, to, cut, form } = values(rows, '$9')
  const step: Statement = {
    name: `insert-sample_series-${form}`,
    text: `
      insert into sample_series (project_id, id, result_id, metric_id, interval_seconds, start_seconds, values)
      select $1::uuid, id, result_id, metric_id, interval_seconds, start_seconds, ${cut}
      from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::float8[], $6::float8[], $7::int[], $8::int[])
        as sent (id, result_id, metric_id, interval_seconds, start_seconds, first, last)`,
    values: [
      projectId,
      uuidArray(rows.map(({ id }) => id)),
      uuidArray(rows.map(({ resultId }) => resultId)),
      uuidArray(rows.map(({ metricId }) => metricId)),
      doubleArray([rows.map(({ intervalSeconds }) => intervalSeconds)]),
      doubleArray([rows.map(({ startSeconds }) => startSeconds)]),
      from,
      to,
      all,
    ],
  }
  return [step]
}

/** The values of all rows as one array, with the range of each row, and the SQL that slices it. */
function values(rows: readonly { values: readonly (number | null)[] }[], parameter: string) {
  const from: number[] = []
  const to: number[] = []
  let count = 0
  for (const row of rows) {
    from.push(count + 1)
    count += row.values.length
    to.push(count)
  }
  const hasNulls = rows.some((row) => row.values.includes(null))
  const part = `(${parameter}::float8[])[first:last]`
  return {
    all: doubleArray(rows.map((row) => row.values)),
    from: integerArray(from),
    to: integerArray(to),
    cut: hasNulls ? `array_replace(${part}, 'NaN', null)` : part,
    form: hasNulls ? 'with-nulls' : 'whole',
  }
}
