import type { TellingTarget } from '@assay/domain/notifications/notification-channel'
import { type Caller, projectFor } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

type OwnTarget = TellingTarget & { project: string; projectName: string }

/**
 * A person's own targets: those in projects that they read, and what they left in others, where they are told nothing any
 * more. Of these projects nothing is said, not even what they are called by now.
 */
export async function ownTargets(
  services: Services,
  caller: Caller,
  personId: string,
): Promise<{ targets: OwnTarget[]; lost: TellingTarget[] }> {
  const targets: OwnTarget[] = []
  const lost: TellingTarget[] = []
  for (const own of await services.db.telling.listOf(personId)) {
    const { project, projectName, ...target } = own
    if ((await projectFor(services, caller, project, 'read')).ok) targets.push({ ...target, project, projectName })
    else lost.push(target)
  }
  return { targets, lost }
}
