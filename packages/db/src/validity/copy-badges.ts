import type { Badge } from '@assay/domain/validity/badge'
import { idFrom } from '../identity.ts'
import { CopyRows } from '../upload/copy-rows.ts'
import type { Step } from '../upload/one-trip.ts'

export type BadgedResult = { resultId: string; badges: readonly Badge[] }

/** Writes the badges of the results of one run; no step when there is none, which is the usual case. */
export function copyBadges(projectId: string, runId: string, results: readonly BadgedResult[]): Step[] {
  const rows = new CopyRows()
  for (const { resultId, badges } of results) {
    for (const { code, text, metrics } of badges) {
      const id = idFrom('result_badge', resultId, code, metrics?.join(',') ?? null)
      rows.row(7).uuid(projectId).uuid(id).uuid(runId).uuid(resultId).text(code).text(text)
      if (metrics === undefined) rows.null()
      else rows.texts(metrics)
    }
  }
  const columns = 'project_id, id, run_id, result_id, code, text, metrics'
  const text = `copy result_badge (${columns}) from stdin (format binary)`
  return rows.count === 0 ? [] : [{ name: 'copy-result_badge', text, rows: rows.finish() }]
}
