import type { ValidityFlag } from '@assay/domain/run/validity/validity-flag'
import { insertRows } from '../../hot/upload/insert-rows.ts'
import { idFromName } from '../../id-from-name.ts'
import type { Statement } from '../../scope/statements.ts'

export type FlaggedResult = { resultId: string; badges: readonly ValidityFlag[] }

const COLUMNS = { id: 'uuid', run_id: 'uuid', result_id: 'uuid', code: 'text', text: 'text', metrics: 'text[]' }

/** Inserts the validity flags of the results of one run; no statement if there are none, which is usual. */
export function insertFlags(projectId: string, runId: string, results: readonly FlaggedResult[]): Statement[] {
  const rows = results.flatMap(({ resultId, badges }) =>
    badges.map(({ code, text, metrics }) => {
      const id = idFromName('result_badge', resultId, code, metrics?.join(',') ?? null)
      return { id, run_id: runId, result_id: resultId, code, text, metrics }
    }),
  )
  return insertRows(projectId, 'result_badge', COLUMNS, rows)
}
