import type { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import { projectKey } from '@assay/domain/projects/project-key'
import type { Connection } from '../../connection.ts'
import { isUuid } from '../../is-uuid.ts'
import { PROJECT } from '../organizations/create-project.ts'
import { createChannel, owned, pauseChannel, removeChannel, renewSecret, updateChannel } from './change-channels.ts'
import { asChannel } from './channel-rows.ts'
import { findFeed, listFeedKeys, removeFeedKey, setFeedKey } from './feed-keys.ts'
import type { ChannelDirectory, OwnedChannel, SealedChannel } from './notification-types.ts'

type Client = Connection['prisma']

export function channelDirectory({ prisma }: Pick<Connection, 'prisma'>): ChannelDirectory {
  return {
    list: (projectId) => listChannels(prisma, projectId),
    listOfPerson: (personId) => listChannelsOfPerson(prisma, personId),
    find: (channel) => findChannel(prisma, channel),
    findSealed: (channel) => findSealed(prisma, channel),

    create: (channel, by, max) => createChannel(prisma, channel, by, max),
    update: (channel, options, by) => updateChannel(prisma, channel, options, by),
    renewSecret: (channel, secretSealed, by) => renewSecret(prisma, channel, secretSealed, by),
    pause: (channel, paused, by) => pauseChannel(prisma, channel, paused, by),
    remove: (channel, by) => removeChannel(prisma, channel, by),

    listManagers: (projectId) => listManagers(prisma, projectId),
    findMailAddress: (personId) => findMailAddress(prisma, personId),
    findFeed: (hashes) => findFeed(prisma, hashes),
    listFeedKeys: (personId) => listFeedKeys(prisma, personId),
    setFeedKey: (key, by) => setFeedKey(prisma, key, by),
    removeFeedKey: (key, by) => removeFeedKey(prisma, key, by),
  }
}

const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }] as const

async function listChannels(prisma: Client, projectId: string): Promise<NotificationChannel[]> {
  const rows = await prisma.notificationChannel.findMany({
    where: { projectId, userId: null },
    orderBy: [...OLDEST_FIRST],
  })
  return rows.map(asChannel)
}

async function listChannelsOfPerson(prisma: Client, userId: string) {
  const rows = await prisma.notificationChannel.findMany({
    where: { userId },
    include: { project: { select: PROJECT } },
    orderBy: [{ project: { slug: 'asc' } }, ...OLDEST_FIRST],
  })
  return rows.map(({ project, ...row }) => ({
    ...asChannel(row),
    project: projectKey(project),
    projectName: project.name,
  }))
}

async function findChannel(prisma: Client, channel: OwnedChannel): Promise<NotificationChannel | null> {
  if (!isUuid(channel.id)) return null
  const row = await prisma.notificationChannel.findFirst({ where: owned(channel) })
  return row && asChannel(row)
}

async function findSealed(
  prisma: Client,
  { projectId, id }: Pick<OwnedChannel, 'projectId' | 'id'>,
): Promise<SealedChannel | null> {
  const row = await prisma.notificationChannel.findUnique({ where: { projectId_id: { projectId, id } } })
  return row && { ...asChannel(row), addressSealed: row.addressSealed, secretSealed: row.secretSealed }
}

/**
 * Lists owners and maintainers of the project, named on the project or by role in its organization; for a private
 * project only owners of the organization.
 */
async function listManagers(prisma: Client, projectId: string): Promise<{ name: string; email: string }[]> {
  const project = await prisma.project.findUnique({
    where: { id: projectId },
    select: { organizationId: true, visibility: true },
  })
  if (project === null) return []
  const { organizationId, visibility } = project
  const ofOrganization = visibility === 'private' ? (['owner'] as const) : (['owner', 'maintainer'] as const)
  return prisma.appUser.findMany({
    where: {
      OR: [
        { projectMembers: { some: { projectId, role: { in: ['owner', 'maintainer'] } } } },
        { memberships: { some: { organizationId, role: { in: [...ofOrganization] } } } },
      ],
    },
    select: { name: true, email: true },
    orderBy: { email: 'asc' },
  })
}

async function findMailAddress(prisma: Client, id: string) {
  const person = await prisma.appUser.findUnique({
    where: { id },
    select: { name: true, email: true, emailVerified: true },
  })
  return person && { name: person.name, email: person.email, verified: person.emailVerified }
}
