import { z } from 'zod'
import { isUuid } from '../../is-uuid.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { Attachment, ProjectQueries } from '../../types.ts'

/** SQL for an attachment as JSON. */
export const ATTACHMENT_JSON = `json_build_object('id', id, 'name', name, 'sha256', sha256, 'sizeBytes', size_bytes,
  'mediaType', media_type)`

export const AttachmentRow: z.ZodType<Attachment> = z.object({
  id: z.string(),
  name: z.string(),
  sha256: z.string(),
  sizeBytes: z.number(),
  mediaType: z.string().nullable(),
})

const OF_RUN = `
  select ${ATTACHMENT_JSON} as attachment from attachment where project_id = $1 and run_id = $2 order by name collate "C", id`

const BY_CONTENT = `
  select ${ATTACHMENT_JSON} as attachment, run_id as "runId" from attachment where project_id = $1 and sha256 = $2 order by id`

export function attachmentQueries(scoped: TenantScope): ProjectQueries['attachments'] {
  const { projectId } = scoped
  return {
    async list(runId) {
      if (!isUuid(runId)) return []
      const rows = await readRows(scoped, z.object({ attachment: z.unknown() }), OF_RUN, [projectId, runId])
      return rows.map(({ attachment }) => AttachmentRow.parse(attachment))
    },

    async listNames() {
      const rows = await scoped.prisma.attachment.groupBy({ by: ['sha256'], where: { projectId } })
      return rows.map(({ sha256 }) => sha256)
    },

    async find(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return []
      const rows = await readRows(scoped, z.object({ attachment: z.unknown(), runId: z.string() }), BY_CONTENT, [
        projectId,
        sha256,
      ])
      return rows.map(({ attachment, runId }) => ({ ...AttachmentRow.parse(attachment), runId }))
    },
  }
}
