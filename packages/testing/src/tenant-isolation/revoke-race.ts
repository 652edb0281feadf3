import { requestFacts } from '@assay/api/access/request-facts'
import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { openAccounts } from '@assay/api/accounts/open-accounts'
import type { Services } from '@assay/api/services'
import { openDatabase } from '@assay/db/open'
import { startTestServer } from '../server/test-server.ts'
import type { Grant, RaceSite } from './race-site.ts'
import { revocableGrants } from './revoke-grants.ts'

const USERS = 4

export type RevokeTally = { kind: string; races: number; usedBefore: number; refusedAfter: number; usedAfter: number }

const noTally = (kind: string): RevokeTally => ({ kind, races: 0, usedBefore: 0, refusedAfter: 0, usedAfter: 0 })

/**
 * Starts the services of two processes on one database. Something is used again and again while it is revoked: every
 * process must refuse a request that is sent after the revocation was confirmed.
 */
export async function startRevokeRaces() {
  const site = await startRaceSite()
  const grants = await revocableGrants(site)
  const runRace = async (kind: string, tally: RevokeTally, isControl: boolean) => {
    const grant = await grants[kind]?.()
    if (grant === undefined) throw new Error(`there is no ${kind} to revoke`)
    await race(site, grant, tally, isControl)
  }
  return {
    kinds: Object.keys(grants),
    async run(kind: string, races: number): Promise<RevokeTally> {
      const tally = noTally(kind)
      for (let i = 0; i < races; i++) await runRace(kind, tally, false)
      return tally
    },
    /** Control: confirms the revocation too early, which must be detected. */
    async control(kind: string): Promise<RevokeTally> {
      const tally = noTally(kind)
      await runRace(kind, tally, true)
      return tally
    },
    async stop() {
      await site.second.db.close()
      await site.server.stop()
    },
  }
}

async function startRaceSite(): Promise<RaceSite> {
  const server = await startTestServer({ now: () => new Date() })
  const { project } = await server.addProject('closed', 'private')
  const db = openDatabase(server.url)
  const people = new Map<string, string>()
  const findSignedInPerson: Services['accounts']['findSignedInPerson'] = async ({ headers }) => {
    const name = /who=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1] ?? ''
    const id = people.get(name)
    const signedInAt = '2026-11-21T12:00:00.000Z'
    return id === undefined ? null : { id, name, email: `${name}@assay.test`, sessionId: id, signedInAt }
  }
  const first: Services = { ...server.services, accounts: { ...server.services.accounts, findSignedInPerson } }
  const second: Services = { ...first, db }
  const settings = readAccountSettings({})
  const { now, limits, publicUrl, oidc } = server.services
  const accounts = openAccounts({ db, now, limits, publicUrl, dataDir: server.directory, settings, oidc })
  const withSessions = new Map([
    [first, server.services],
    [second, { ...server.services, db, accounts }],
  ])
  const local = requestFacts(new Headers({ 'x-assay-client-address': '127.0.0.1' }))
  return { server, project, first, second, withSessions, people, local }
}

/** Uses a grant in both processes, revokes it meanwhile, and counts its uses before and after. */
async function race({ first, second }: RaceSite, grant: Grant, tally: RevokeTally, isControl: boolean): Promise<void> {
  let revoked = false
  let afterwards = 0
  const answered = Promise.withResolvers<void>()
  const use = async (services: Services) => {
    while (afterwards < USERS * 2) {
      const startedAfter = revoked
      const used = await grant.use(services)
      answered.resolve()
      if (startedAfter) afterwards += 1
      if (startedAfter && used) tally.usedAfter += 1
      else if (startedAfter) tally.refusedAfter += 1
      else if (used) tally.usedBefore += 1
    }
  }
  const using = Promise.all(Array.from({ length: USERS }, (_, at) => use(at % 2 === 0 ? first : second)))
  // The first use must be answered before the revocation, even on a slow machine.
  await Promise.race([answered.promise, using])
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
  if (isControl) {
    revoked = true
    await using
  }
  await grant.revoke()
  revoked = true
  await using
  tally.races += 1
}
