import { Attachment, type AttachmentFile } from '@assay/domain/specs/attachments/attachment'
import { z } from 'zod'
import { idFromName } from '../../id-from-name.ts'
import type { Prisma } from '../../scope/prisma.ts'
import type { TenantModels, TenantTransaction } from '../../scope/tenant-client.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { SpecAttachmentQueries } from './spec-attachment-types.ts'

/** Files that no revision uses are deleted after this time. A draft in a browser may refer to them until then. */
const UNUSED_MS = 30 * 86_400_000

export function specAttachmentQueries({ projectId, prisma }: TenantScope): SpecAttachmentQueries {
  return {
    add: (file, uploaderKey) =>
      prisma.$transaction(async (tx) => {
        const createdAt = { lt: new Date(Date.now() - UNUSED_MS) }
        await tx.specAttachment.deleteMany({ where: { projectId, isUsed: false, createdAt } })
        await storeAttachments(tx, projectId, [file], uploaderKey)
        // The first uploader of a file that no text uses may have left it; the newest one needs it.
        await tx.specAttachment.updateMany({
          where: { projectId, name: file.name, isUsed: false },
          data: { uploaderKey },
        })
      }),

    async findOwn(name, uploaderKey) {
      const row = await prisma.specAttachment.findFirst({ where: { projectId, name, uploaderKey } })
      return row && asFile(row)
    },

    async findIn(specId, name, revision) {
      const attachments = { array_contains: [{ name }] }
      const where = { projectId, specId, attachments, ...(revision === undefined ? {} : { number: revision }) }
      const uses = await prisma.specRevision.findFirst({ where, select: { id: true } })
      const row = uses && (await prisma.specAttachment.findUnique({ where: { projectId_name: { projectId, name } } }))
      return row && asFile(row)
    },

    async contents(names) {
      if (names.length === 0) return []
      const where = { projectId, name: { in: [...names] } }
      return (await prisma.specAttachment.findMany({ where, orderBy: { name: 'asc' } })).map(asFile)
    },

    async describe(names, uploaderKey, before) {
      const known = before.filter(({ name }) => names.includes(name))
      const others = names.filter((name) => !known.some((one) => one.name === name))
      if (others.length === 0) return known
      const where = { projectId, name: { in: others }, OR: [{ uploaderKey }, { isUsed: true }] }
      const rows = await prisma.specAttachment.findMany({ where, select: DESCRIPTION, orderBy: { name: 'asc' } })
      return [...known, ...rows]
    },
  }
}

const DESCRIPTION = { name: true, sha256: true, mediaType: true, sizeBytes: true } as const

const asFile = ({ content, ...row }: Prisma.SpecAttachmentGetPayload<object>): AttachmentFile => ({
  ...Attachment.parse(row),
  content: Buffer.from(content).toString('base64'),
})

/** Stores files that are not there yet. */
export async function storeAttachments(
  tx: TenantModels,
  projectId: string,
  files: readonly AttachmentFile[],
  uploaderKey: string,
): Promise<void> {
  const data = files.map(({ name, sha256, mediaType, sizeBytes, content }) => ({
    ...{ projectId, id: idFromName('spec-attachment', name), uploaderKey },
    ...{ name, sha256, mediaType, sizeBytes },
    content: Buffer.from(content, 'base64'),
  }))
  if (data.length > 0) await tx.specAttachment.createMany({ data, skipDuplicates: true })
}

/** Marks the files that a revision uses. Who uploaded them does not matter any more. */
export async function markUsed(
  tx: TenantTransaction,
  projectId: string,
  attachments: readonly Attachment[],
): Promise<void> {
  const names = attachments.map(({ name }) => name)
  if (names.length === 0) return
  await tx.specAttachment.updateMany({
    where: { projectId, name: { in: names }, isUsed: false },
    data: { isUsed: true, uploaderKey: '' },
  })
}

export const AttachmentList = z.array(Attachment)
