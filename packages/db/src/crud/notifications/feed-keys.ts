import { randomUUID } from 'node:crypto'
import { projectKey } from '@assay/domain/projects/project-key'
import type { Connection } from '../../connection.ts'
import type { Actor } from '../../types.ts'
import { writeDirectoryEvent } from '../audit/audit.ts'
import { PROJECT } from '../organizations/create-project.ts'

type Client = Connection['prisma']
type FeedOwner = { projectId: string; personId: string }

/** Finds the person and the project whose feed a key opens; null for an unknown key. */
export async function findFeed(prisma: Client, hashes: readonly string[]): Promise<FeedOwner | null> {
  const found = await prisma.feedKey.findFirst({
    where: { keySha256: { in: [...hashes] } },
    select: { projectId: true, userId: true },
  })
  return found === null ? null : { projectId: found.projectId, personId: found.userId }
}

/** Lists projects to whose feed a person has a key. */
export async function listFeedKeys(prisma: Client, userId: string) {
  const rows = await prisma.feedKey.findMany({
    where: { userId },
    select: { createdAt: true, project: { select: PROJECT } },
    orderBy: { project: { slug: 'asc' } },
  })
  return rows.map(({ createdAt, project }) => ({
    project: projectKey(project),
    projectName: project.name,
    createdAt: createdAt.toISOString(),
  }))
}

/** Stores a key, replacing a previous one. */
export const setFeedKey = (
  prisma: Client,
  { projectId, personId, keySha256 }: FeedOwner & { keySha256: string },
  by: Actor,
): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const key = { keySha256, createdAt: new Date() }
    await tx.feedKey.upsert({
      where: { projectId_userId: { projectId, userId: personId } },
      create: { projectId, id: randomUUID(), userId: personId, ...key },
      update: key,
      select: { id: true },
    })
    const object = { kind: 'feed-key', id: personId, name: by.name }
    await writeDirectoryEvent(tx, null, by, { action: 'feed-key.made', object })
  })

/** Deletes the key, which then opens nothing. False if there was none. */
export const removeFeedKey = (prisma: Client, { projectId, personId }: FeedOwner, by: Actor): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const { count } = await tx.feedKey.deleteMany({ where: { projectId, userId: personId } })
    if (count === 0) return false
    const object = { kind: 'feed-key', id: personId, name: by.name }
    await writeDirectoryEvent(tx, null, by, { action: 'feed-key.removed', object })
    return true
  })
