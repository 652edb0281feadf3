import { canonicalJson } from '@assay/domain/json/canonical-json'
import type { UploadProfile, UploadResult } from '@assay/domain/run/upload-document'
import type { UploadPlan } from '../../hot/upload/plan-upload.ts'
import { idFromName } from '../../id-from-name.ts'
import type { Statement } from '../../scope/statements.ts'

/**
 * Stores which attachments are profiles of which results. A newer parser may find more of the same profile in a file,
 * so the larger numbers stay, in any order of uploads.
 */
export function insertProfiles(projectId: string, { document, results }: UploadPlan): Statement[] {
  const { attachments = [], profiles = [] } = document
  const contents = new Map(attachments.map(({ name, sha256 }) => [name, sha256]))
  const resultIds = new Map(results.map(({ id, result }) => [resultKey(result), id]))
  const rows = new Map<string, object>()
  for (const profile of profiles) {
    const { attachment: name, kind, event = null, unit, total, functions } = profile
    const [sha256, resultId] = [contents.get(name), resultIds.get(resultKey(profile))]
    if (sha256 === undefined || resultId === undefined) continue
    const id = idFromName('profile', resultId, sha256, event)
    rows.set(id, { id, result_id: resultId, name, sha256, kind, event, unit, total, functions })
  }
  if (rows.size === 0) return []
  const step: Statement = {
    name: 'insert-profiles',
    text: `
      insert into profile (project_id, id, result_id, name, sha256, kind, event, unit, total, functions)
      select $1::uuid, id, result_id, name, sha256, kind, event, unit, total, functions
      from jsonb_to_recordset($2::jsonb) as sent (id uuid, result_id uuid, name text, sha256 text, kind text, event text,
        unit text, total double precision, functions integer)
      order by id
      on conflict (project_id, id) do update
        set total = greatest(profile.total, excluded.total), functions = greatest(profile.functions, excluded.functions),
            name = least(profile.name collate "C", excluded.name collate "C")`,
    values: [projectId, JSON.stringify([...rows.values()])],
  }
  return [step]
}

const resultKey = ({ test, clients, params }: Pick<UploadProfile | UploadResult, 'test' | 'clients' | 'params'>) =>
  canonicalJson([test, clients, params ?? {}])
