import { scopeOf } from '@assay/db/open'
import type { AuditChain } from '@assay/db/types'
import type { Services } from '../services.ts'

type Needed = Pick<Services, 'db' | 'auditSigner'>

/** Appends new events to the hash chains of all audit logs. Until then, a changed event is not noticed. */
export async function chainAuditLogs(services: Needed): Promise<void> {
  for await (const { chain } of auditLogs(services)) await chain.append(services.auditSigner, { all: false })
}

/** Every audit log of the server, with a name for people. */
export async function* auditLogs({ db }: Pick<Services, 'db'>): AsyncGenerator<{ name: string; chain: AuditChain }> {
  yield { name: 'server', chain: db.organizations.auditChain(null) }
  for (const id of await db.organizations.ids()) {
    yield { name: `organization ${id}`, chain: db.organizations.auditChain(id) }
  }
  for (const project of await db.projects.list()) {
    yield { name: `project ${project.slug}`, chain: db.in(scopeOf(project)).audit.chain }
  }
}
