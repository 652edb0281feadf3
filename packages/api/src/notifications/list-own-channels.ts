import type { NotificationChannel } from '@assay/domain/notifications/notification-channel'
import { type Caller, projectFor } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'

type OwnChannel = NotificationChannel & { project: string; projectName: string }

/**
 * Returns a person's own channels: `channels` in projects that they can read, and `inaccessible` in the others, which
 * get no messages any more. Names of inaccessible projects are left out, because they may have changed since.
 */
export async function listOwnChannels(
  services: Services,
  caller: Caller,
  personId: string,
): Promise<{ channels: OwnChannel[]; inaccessible: NotificationChannel[] }> {
  const channels: OwnChannel[] = []
  const inaccessible: NotificationChannel[] = []
  for (const own of await services.db.channels.listOfPerson(personId)) {
    const { project, projectName, ...channel } = own
    if ((await projectFor(services, caller, project, 'read')).ok) channels.push({ ...channel, project, projectName })
    else inaccessible.push(channel)
  }
  return { channels, inaccessible }
}
