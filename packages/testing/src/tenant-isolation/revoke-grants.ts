import { hash } from 'node:crypto'
import { requestFacts } from '@assay/api/access/request-facts'
import { hashPassword } from '@assay/api/accounts/password-hash'
import { ensureSetUpCode } from '@assay/api/accounts/set-up-code'
import { handleRest } from '@assay/api/rest/handle-rest'
import type { Services } from '@assay/api/services'
import { openShare } from '@assay/api/shares/open-share'
import { createSecret, hashSecret, passwordProof } from '@assay/api/shares/share-secret'
import { scopeOf } from '@assay/db/open'
import { addPerson, nameOnProject, removePerson } from '@assay/db/testing'
import { anonymous } from '../server/callers.ts'
import { insertToken } from '../server/insert-token.ts'
import type { Grant, RaceSite } from './race-site.ts'
import { specGrants } from './revoke-specs.ts'

const ORIGIN = 'http://assay.test'
const PATH = '/api/v1/projects/closed/runs?limit=1'
const PERSON = { email: 'ann@assay.test', password: 'orbit-salad-4-tunnel' }

/** Everything that can be revoked, by its kind. */
export async function revocableGrants(site: RaceSite): Promise<Record<string, () => Promise<Grant>>> {
  const { first: services, server, project, local } = site
  return {
    link: () => grantByShare(site, { password: null, isPublished: false }),
    'link whose password was given': () => grantByShare(site, { password: 'four words and more', isPublished: false }),
    'published page': () => grantByShare(site, { password: null, isPublished: true }),
    ...(await specGrants({ services, url: server.url, project, request: local })),
    token: () => grantByToken(site),
    membership: () => grantByMembership(site),
    session: () => grantBySession(site),
  }
}

/** A share that is opened at its address as a guest, with the password if it has one. */
async function grantByShare(
  { first, server, project }: RaceSite,
  { password, isPublished }: { password: string | null; isPublished: boolean },
): Promise<Grant> {
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
  if (id === null) throw new Error('the name of the share is new')
  const address = isPublished ? { organization: project.organization.slug, slug } : { secret }
  const proof = passwordHash === null ? null : passwordProof({ id, passwordHash })
  return {
    async use(services) {
      return (await openShare(services, address, { caller: anonymous, proof })).kind === 'open'
    },
    revoke: async () => void (await shares.revoke(id, server.services.now())),
  }
}

async function grantByToken({ first, project }: RaceSite): Promise<Grant> {
  const { token, stored } = await insertToken(first.db, project.id, { name: 'racing', scopes: ['read'] })
  return {
    use: (services) => readsProject(services, { authorization: `Bearer ${token}` }),
    revoke: async () => void (await first.db.tokens.revoke(stored, new Date())),
  }
}

async function grantByMembership({ server, project, people }: RaceSite): Promise<Grant> {
  const name = crypto.randomUUID()
  const id = await addPerson(server.url, name, { projects: { [project.id]: 'viewer' } })
  people.set(name, id)
  return {
    use: (services) => readsProject(services, { cookie: `who=${name}` }),
    revoke: () => removePerson(server.url, id),
  }
}

/** A real session, which each process reads from the database. */
async function grantBySession({ server, project, local, withSessions }: RaceSite): Promise<Grant> {
  const { accounts } = server.services
  const entered = await accounts.signIn(local, PERSON)
  const answer = entered.ok
    ? entered
    : await accounts.setUp(local, { ...PERSON, name: 'Ann', code: ensureSetUpCode(server.directory) })
  if (!answer.ok) throw new Error(answer.error.detail)
  const cookie = answer.value.cookies.map((line) => line.split(';')[0]).join('; ')
  const facts = requestFacts(new Headers({ cookie }))
  const person = await accounts.findSignedInPerson(facts)
  if (person === null) throw new Error('the new session belongs to nobody')
  await removePerson(server.url, person.id)
  await nameOnProject(server.url, person.id, project.id, 'viewer')
  return {
    use: (services) => readsProject(withSessions.get(services) ?? services, { cookie }),
    revoke: async () => void (await accounts.signOut(facts)),
  }
}

async function readsProject(services: Services, headers: Record<string, string>): Promise<boolean> {
  const { status } = await handleRest(new Request(`${ORIGIN}${PATH}`, { headers }), services)
  return status === 200
}
