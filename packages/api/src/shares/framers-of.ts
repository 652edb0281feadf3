import { ANY_SITE, frameAncestors } from '@assay/domain/publish/share/frame-host'
import type { Services } from '../services.ts'
import { findOpen } from './open-share.ts'

/**
 * Who may frame the page at this path, as `frame-ancestors` names them. Where nothing is there to be framed the answer is
 * that of a link without a list: a list would tell that there was one.
 */
export async function framersOf(services: Pick<Services, 'db' | 'now'>, path: string): Promise<string> {
  const [, secret, organization, slug] = /^\/(?:embed\/([^/]+)\/?|published\/([^/]+)\/([^/]+)\/embed)$/.exec(path) ?? []
  const address = secret === undefined ? { organization: organization ?? '', slug: slug ?? '' } : { secret }
  // Without a database there is no page either; whoever waits for one is answered by the page.
  const found = await findOpen(services, address).catch(() => null)
  return found === null ? ANY_SITE : frameAncestors(found.frameHosts)
}
