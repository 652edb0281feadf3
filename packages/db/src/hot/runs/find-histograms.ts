import { readStoredHistogram } from '@assay/domain/histograms/stored-histogram'
import { unwrap } from '@assay/domain/result'
import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { ResultHistogram } from '../../types.ts'

const HISTOGRAMS = `
  select operation, unit_ms as "unitMs", encode(content, 'base64') as content
  from histogram where project_id = $1 and result_id = $2
  order by operation`

const Row = z.object({ operation: z.string(), unitMs: z.number(), content: z.string() })

/** Reads the histograms of a result by operation; empty if it has none or this project has no such result. */
export async function findHistograms(scoped: TenantScope, resultId: string): Promise<ResultHistogram[]> {
  if (!isUuid(resultId)) return []
  const rows = await readRows(scoped, Row, HISTOGRAMS, [scoped.projectId, resultId])
  return rows.map(({ operation, unitMs, content }) => ({
    operation: operation === '' ? null : operation,
    unitMs,
    histogram: unwrap(readStoredHistogram(Buffer.from(content, 'base64'))),
  }))
}
