import { ANY_SITE, frameAncestors } from '@assay/domain/publish/share/frame-host'
import type { Services } from '../services.ts'
import { findOpen } from './open-share.ts'

/**
 * Returns the `frame-ancestors` directive of the page at this path. An address without a page gets the directive of a
 * share without a list, because another one would reveal that a share existed there.
 */
export async function readFrameAncestors(services: Pick<Services, 'db' | 'now'>, path: string): Promise<string> {
  const [, secret, organization, slug] = /^\/(?:embed\/([^/]+)\/?|published\/([^/]+)\/([^/]+)\/embed)$/.exec(path) ?? []
  const address = secret === undefined ? { organization: organization ?? '', slug: slug ?? '' } : { secret }
  // Without a database the page itself fails, so the directive does not matter.
  const found = await findOpen(services, address).catch(() => null)
  return found === null ? ANY_SITE : frameAncestors(found.frameHosts)
}
