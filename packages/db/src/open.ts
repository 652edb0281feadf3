import { type ConnectionSettings, connect } from './connection.ts'
import { accountStore } from './crud/accounts/account-store.ts'
import { guestLinkDirectory } from './crud/guest-links/guest-link-directory.ts'
import { identityProviderStore } from './crud/identity-providers/identity-provider-store.ts'
import { budgetStore } from './crud/limits/budget-store.ts'
import { channelDirectory } from './crud/notifications/channel-directory.ts'
import { organizationStore } from './crud/organizations/organization-store.ts'
import { projectDirectory } from './crud/organizations/projects.ts'
import { quotaStore } from './crud/quotas/quota-store.ts'
import { scimStore } from './crud/scim/scim-store.ts'
import { shareDirectory } from './crud/shares/share-directory.ts'
import { specLinkDirectory } from './crud/spec-links/spec-link-directory.ts'
import { tokenStore } from './crud/tokens/token-store.ts'
import type { DatabaseUrls } from './database-urls.ts'
import { listenForEvents } from './events/listen-for-events.ts'
import { jobQueue } from './jobs/jobs.ts'
import { projectQueries } from './project-queries.ts'
import { checkReadiness } from './readiness.ts'
import { withStandbyReads } from './scope/read-replica.ts'
import { SERVER_ACTOR } from './scope/server-actor.ts'
import { TIMEOUTS, withTimeouts } from './scope/timeouts.ts'
import { serverDirectory } from './server/server-directory.ts'
import type { Actor, Database, ProjectScope } from './types.ts'

const CONNECTIONS = 14

/** Opens the database; connections are opened on demand, at most `max`. */
export function openDatabase(
  urls: string | DatabaseUrls,
  { max = CONNECTIONS, rewrite = null, onSession }: Partial<ConnectionSettings> = {},
): Database {
  const connection = connect(urls, { max, rewrite, onSession })
  return {
    projects: projectDirectory(connection),
    tokens: tokenStore(connection),
    accounts: accountStore(connection),
    organizations: organizationStore(connection),
    identityProviders: identityProviderStore(connection),
    scim: scimStore(connection),
    limits: budgetStore(connection),
    quotas: quotaStore(connection),
    jobs: jobQueue(connection),
    events: { listen: (listener) => listenForEvents(connection.directUrl, listener) },
    shares: shareDirectory(connection),
    channels: channelDirectory(connection),
    guestLinks: guestLinkDirectory(connection),
    specLinks: specLinkDirectory(connection),
    server: serverDirectory(connection),
    in: ({ projectId, by }) => projectQueries(connection.scoped(projectId, by), connection),
    asWork: (kind, work, { mayReadStandby = false } = {}) =>
      withTimeouts(TIMEOUTS[kind], mayReadStandby ? () => withStandbyReads(work) : work),
    ready: () => checkReadiness(connection.pool),
    async close() {
      // The database may be closed already; requests that were not queued are recovered at the next start.
      await connection.jobDebouncer.flush().catch(() => undefined)
      await connection.events.flush().catch(() => undefined)
      await connection.close()
    },
  }
}

/** The server as actor, for work that no person starts: the first start and jobs. */
export const SERVER: Actor = SERVER_ACTOR

/**
 * Creates the scope of a project. Call it only after the access of the caller was verified. A plain id does not open a
 * project, so a route cannot take one from its request by mistake.
 */
export function scopeOf(project: { id: string }, by: Actor = SERVER): ProjectScope {
  // The brand exists only in the type, so only this function can create a scope.
  return { projectId: project.id, by } as ProjectScope
}
