import type { Connection } from '../connection.ts'
import type { AttachmentModel } from '../generated/models.ts'
import { isUuid } from '../is-uuid.ts'
import type { Attachment, ProjectQueries } from '../types.ts'

export function attachmentQueries({ prisma }: Connection, projectId: string): ProjectQueries['attachments'] {
  return {
    async list(runId) {
      if (!isUuid(runId)) return []
      const orderBy = [{ name: 'asc' as const }, { id: 'asc' as const }]
      const rows = await prisma.attachment.findMany({ where: { projectId, runId }, orderBy })
      return rows.map(asAttachment)
    },

    async find(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return []
      const rows = await prisma.attachment.findMany({ where: { projectId, sha256 }, orderBy: { id: 'asc' } })
      return rows.map((row) => ({ ...asAttachment(row), runId: row.runId }))
    },
  }
}

export function asAttachment({ id, name, sha256, sizeBytes, mediaType }: AttachmentModel): Attachment {
  return { id, name, sha256, sizeBytes: Number(sizeBytes), mediaType }
}
