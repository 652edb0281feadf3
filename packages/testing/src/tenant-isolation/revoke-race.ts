import { hash } from 'node:crypto'
import { requestFacts } from '@assay/api/access/request-facts'
import { createToken, hashToken } from '@assay/api/access/token'
import { readAccountSettings } from '@assay/api/accounts/account-settings'
import { openAccounts } from '@assay/api/accounts/open-accounts'
import { hashPassword } from '@assay/api/accounts/password-hash'
import { ensureSetUpCode } from '@assay/api/accounts/set-up-code'
import { handleRest } from '@assay/api/rest/handle-rest'
import type { Services } from '@assay/api/services'
import { openShare } from '@assay/api/shares/open-share'
import { createSecret, hashSecret, passwordProof } from '@assay/api/shares/share-secret'
import { openDatabase, scopeOf } from '@assay/db/open'
import { addPerson, nameOnProject, removePerson } from '@assay/db/testing'
import { anonymous } from '../server/callers.ts'
import { startTestServer } from '../server/test-server.ts'
import { specGrants } from './revoke-specs.ts'

const noTally = (kind: string): RevokeTally => ({ kind, races: 0, usedBefore: 0, refusedAfter: 0, usedAfter: 0 })

const ORIGIN = 'http://assay.test'
const USERS = 4
const PERSON = { email: 'ann@assay.test', password: 'orbit-salad-4-tunnel' }
/** A request from this machine, which may create the first owner. */
const local = requestFacts(new Headers({ 'x-assay-client-address': '127.0.0.1' }))
const PATH = '/api/v1/projects/closed/runs?limit=1'

/** Access to a project or a page that can be revoked. `use` returns true if access was granted. */
export type Grant = { use(services: Services): Promise<boolean>; revoke(): Promise<void> }

export type RevokeTally = { kind: string; races: number; usedBefore: number; refusedAfter: number; usedAfter: number }

/**
 * Starts the services of two processes on one database. Something is used again and again while it is revoked: every
 * process must refuse a request that is sent after the revocation was confirmed.
 */
export async function startRevokeRaces() {
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
  // Sessions are real, and each process reads them from the database.
  const settings = readAccountSettings({})
  const { now, limits, publicUrl, oidc } = server.services
  const other = openAccounts({ db, now, limits, publicUrl, dataDir: server.directory, settings, oidc })
  const signedIn = new Map([
    [first, server.services],
    [second, { ...server.services, db, accounts: other }],
  ])

  /** Reads the project. With `real` the request is authenticated by its session instead of the test identity. */
  const reading =
    (headers: Record<string, string>, real = false) =>
    async (services: Services) => {
      const requested = (real && signedIn.get(services)) || services
      const { status } = await handleRest(new Request(`${ORIGIN}${PATH}`, { headers }), requested)
      return status === 200
    }

  /** Opens a share at its address as a guest, with the password if it has one. */
  const sharing = async ({ password, isPublished }: { password: string | null; isPublished: boolean }) => {
    const { shares } = first.db.in(scopeOf(project))
    const secret = createSecret(project.id)
    const slug = `race-${crypto.randomUUID()}`
    const passwordHash = password === null ? null : await hashPassword(password)
    const content = '{}'
    const id = await shares.add({
      title: 'racing',
      content,
      sha256: hash('sha256', content, 'hex'),
      source: { comparisons: [], masks: [] },
      address: isPublished ? { slug } : { secretSha256: hashSecret(secret) },
      passwordHash,
      expiresAt: null,
      embargoUntil: null,
      frameHosts: null,
    })
    if (id === null) throw new Error('the name is new')
    const address = isPublished ? { organization: project.organization.slug, slug } : { secret }
    const proof = passwordHash === null ? null : passwordProof({ id, passwordHash })
    return {
      async use(services: Services) {
        return (await openShare(services, address, { caller: anonymous, proof })).kind === 'open'
      },
      revoke: async () => void (await shares.revoke(id, now())),
    }
  }

  const grants: Record<string, () => Promise<Grant>> = {
    link: () => sharing({ password: null, isPublished: false }),
    'link whose password was given': () => sharing({ password: 'four words and more', isPublished: false }),
    'published page': () => sharing({ password: null, isPublished: true }),
    ...(await specGrants({ services: first, url: server.url, project, request: local })),
    async token() {
      const token = createToken('runner')
      const stored = await first.db.tokens.insert({
        projectId: project.id,
        name: 'racing',
        prefix: 'assay_runner',
        lastFour: token.slice(-4),
        scopes: ['read'],
        expiresAt: null,
        tokenSha256: hashToken(token),
      })
      return {
        use: reading({ authorization: `Bearer ${token}` }),
        revoke: async () => void (await first.db.tokens.revoke(stored, new Date())),
      }
    },
    async membership() {
      const name = crypto.randomUUID()
      const id = await addPerson(server.url, name, { projects: { [project.id]: 'viewer' } })
      people.set(name, id)
      return { use: reading({ cookie: `who=${name}` }), revoke: () => removePerson(server.url, id) }
    },
    async session() {
      const { accounts } = server.services
      const entered = await accounts.signIn(local, PERSON)
      const answer = entered.ok
        ? entered
        : await accounts.setUp(local, { ...PERSON, name: 'Ann', code: ensureSetUpCode(server.directory) })
      if (!answer.ok) throw new Error(answer.error.detail)
      const cookie = answer.value.cookies.map((line) => line.split(';')[0]).join('; ')
      const facts = requestFacts(new Headers({ cookie }))
      const person = await accounts.findSignedInPerson(facts)
      if (person === null) throw new Error('who just signed in is signed in')
      await removePerson(server.url, person.id)
      await nameOnProject(server.url, person.id, project.id, 'viewer')
      return { use: reading({ cookie }, true), revoke: async () => void (await accounts.signOut(facts)) }
    },
  }

  async function race(kind: string, tally: RevokeTally, isControl: boolean): Promise<void> {
    const grant = await grants[kind]?.()
    if (grant === undefined) throw new Error(`there is no ${kind} to revoke`)
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

  return {
    kinds: Object.keys(grants),
    async run(kind: string, races: number): Promise<RevokeTally> {
      const tally = noTally(kind)
      for (let i = 0; i < races; i++) await race(kind, tally, false)
      return tally
    },
    /** Control: confirms the revocation too early, which must be detected. */
    async control(kind: string): Promise<RevokeTally> {
      const tally = noTally(kind)
      await race(kind, tally, true)
      return tally
    },
    async stop() {
      await db.close()
      await server.stop()
    },
  }
}
