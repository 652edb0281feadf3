import { invariant } from '@assay/domain/result'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '../connection.ts'
import type { PrismaClient } from '../generated/client.ts'
import { SERVER } from '../open.ts'
import { openTestProject, type TestProject } from '../testing/open-test-project.ts'

// Prisma collects look-ups and operations of transactions, and would run all of them in the context of the first one.

let labs: TestProject[]
let connections: Connection[]
beforeAll(async () => {
  labs = await Promise.all([openTestProject(), openTestProject()])
  connections = labs.map(({ url }) => connect(url, { max: 8, rewrite: null }))
})
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()))
  await Promise.all(labs.map((lab) => lab.close()))
})

const ROUNDS = 12
const LOGIN = { owner: 'postgres', directory: 'assay_directory', tenant: 'assay_tenant' }

/** Work that runs one operation in each round. */
type Flow = (startOfRound: () => Promise<void>) => Promise<unknown>

test('operations that begin at the same time use their own login and database, in every kind of call', async () => {
  const flows = connections.flatMap((connection, at) => flowsOf(connection, projectOf(at)))
  for (const turned of [flows, flows.toReversed()]) {
    const { start, fail } = roundsOf(turned.length)
    const ended = await Promise.allSettled(turned.map((flow) => flow(start).catch(fail)))
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
  }
})

function flowsOf(connection: Connection, projectId: string): Flow[] {
  const { prisma, ownerPrisma } = connection
  const tenant = connection.scoped(projectId, SERVER).prisma
  return [
    transaction(prisma, LOGIN.directory),
    transaction(ownerPrisma, LOGIN.owner),
    (start) =>
      tenant.$transaction(async (tx) => {
        await inRounds(start, async () => {
          expect(await sessionOf(tx)).toMatchObject({ login: LOGIN.tenant, project: projectId })
          expect(await tx.retention.findUnique({ where: { projectId } })).toBeNull()
        })
      }),
    (start) => inRounds(start, async () => expect(await nameOfFirst(prisma, projectId)).toBe('first')),
    (start) => inRounds(start, async () => expect(await nameOfFirst(ownerPrisma, projectId)).toBe('first')),
    (start) =>
      inRounds(start, async () => expect(await tenant.retention.findUnique({ where: { projectId } })).toBeNull()),
    (start) =>
      inRounds(start, async () => {
        const found = await Promise.all([
          tenant.metricSet.count({ where: { projectId } }),
          prisma.organization.findMany({ select: { slug: true } }),
          prisma.$transaction([prisma.organization.findMany({ select: { slug: true } }), prisma.appUser.count()]),
        ])
        expect(found).toEqual([expect.any(Number), [{ slug: 'lab' }], [[{ slug: 'lab' }], 0]])
      }),
  ]
}

const transaction =
  (prisma: PrismaClient, login: string): Flow =>
  (start) =>
    prisma.$transaction(async (tx) => {
      await inRounds(start, async () => {
        expect(await sessionOf(tx)).toMatchObject({ login })
        expect(await tx.organization.findFirst({ select: { slug: true } })).toEqual({ slug: 'lab' })
      })
    })

const nameOfFirst = async (prisma: PrismaClient, id: string) =>
  (await prisma.project.findUnique({ where: { id }, select: { name: true } }))?.name

async function sessionOf(tx: Pick<PrismaClient, '$queryRaw'>) {
  const rows = await tx.$queryRaw<{ login: string; project: string | null }[]>`
    select session_user::text as login, current_setting('assay.project_id', true) as project`
  return rows[0]
}

async function inRounds(start: () => Promise<void>, work: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await start()
    await work()
  }
}

/** `start` resolves in the same turn of the event loop for all flows, and rejects after one has failed. */
function roundsOf(flows: number) {
  let waiting: { resolve: () => void; reject: (reason: unknown) => void }[] = []
  let failure: { reason: unknown } | null = null
  return {
    start: () =>
      new Promise<void>((resolve, reject) => {
        if (failure !== null) return reject(failure.reason)
        waiting.push({ resolve, reject })
        if (waiting.length < flows) return undefined
        for (const flow of waiting) flow.resolve()
        waiting = []
        return undefined
      }),
    fail(reason: unknown): never {
      failure ??= { reason }
      for (const flow of waiting) flow.reject(reason)
      waiting = []
      throw reason
    },
  }
}

function projectOf(at: number): string {
  const project = labs[at]?.projectId
  invariant(project !== undefined, 'each database has a project')
  return project
}
