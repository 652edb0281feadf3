import { type Invariant, ordered } from '../../parse/invariants/invariants.ts'

/** New orders are a part of the transactions that the database counts. */
export const HAMMERDB_RESULT_INVARIANTS: readonly Invariant[] = [ordered('NOPM', 'TPM')]

export const HAMMERDB_PROCEDURE_INVARIANTS: readonly Invariant[] = [
  ordered('minimum', 'average', 'maximum'),
  ordered('median', '95th percentile', '99th percentile', 'maximum'),
]
