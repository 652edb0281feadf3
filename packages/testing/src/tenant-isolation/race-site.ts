import type { RequestFacts } from '@assay/api/access/request-facts'
import type { Services } from '@assay/api/services'
import type { Project } from '@assay/db/types'
import type { TestServer } from '../server/test-server.ts'

/** Access to a project or a page that can be revoked. `use` returns true if access was granted. */
export type Grant = { use(services: Services): Promise<boolean>; revoke(): Promise<void> }

/** The services of two processes on one database, and a private project. */
export type RaceSite = {
  server: TestServer
  project: Project
  first: Services
  second: Services
  /** Services of each process that read sessions from the database. */
  withSessions: ReadonlyMap<Services, Services>
  /** Ids of test identities by name. */
  people: Map<string, string>
  /** A request from this machine, which may create the first owner. */
  local: RequestFacts
}
