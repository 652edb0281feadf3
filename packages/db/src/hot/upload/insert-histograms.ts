import { storeHistogram } from '@assay/domain/histograms/stored-histogram'
import { readUploadHistogram } from '@assay/domain/histograms/upload-histogram'
import { unwrap } from '@assay/domain/result'
import { idFromName } from '../../id-from-name.ts'
import type { Statement } from '../../scope/statements.ts'
import type { UploadPlan } from './plan-upload.ts'

/** Inserts the histograms of all results in one statement; none for a run without them. */
export function insertHistograms(projectId: string, { results }: UploadPlan): Statement[] {
  const rows = results.flatMap(({ id, result }) =>
    (result.histograms ?? []).map((sent) => {
      // checkDocument refuses histograms that cannot be read.
      const histogram = unwrap(readUploadHistogram(sent))
      const operation = sent.operation ?? ''
      return {
        ...{ id: idFromName('histogram', id, operation), result_id: id, operation, unit_ms: sent.unitMs },
        count: histogram.count,
        content: Buffer.from(storeHistogram(histogram)).toString('base64'),
      }
    }),
  )
  if (rows.length === 0) return []
  const text = `
    insert into histogram (project_id, id, result_id, operation, unit_ms, count, content)
    select $1::uuid, id, result_id, operation, unit_ms, count, decode(content, 'base64')
    from json_to_recordset($2::json)
      as sent (id uuid, result_id uuid, operation text, unit_ms float8, count bigint, content text)`
  return [{ name: 'insert-histogram', text, values: [projectId, JSON.stringify(rows)] }]
}
