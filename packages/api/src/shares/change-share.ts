import type { ShareChange } from '@assay/db/types'
import { FrameHosts } from '@assay/domain/publish/share/frame-host'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { hashPassword } from '../accounts/password-hash.ts'
import { type AppError, appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { expiresAfter } from './link-expiry.ts'
import { checkLinkPolicy } from './link-policy.ts'
import { newSecret } from './share-secret.ts'
import {
  DaysToLive,
  Embargo,
  PUBLISHED_WITH_PASSWORD,
  PublishName,
  SharePassword,
  ShareTitle,
} from './share-settings.ts'
import { type ShareWithAddress, shareWithAddress } from './share-with-address.ts'

/** Changes of the settings of a shared link. Omitted fields stay, and the content never changes. */
export const ShareChangeInput = z
  .strictObject({
    name: ShareTitle.nullable().optional().describe('name in the list of links; null for the title, which guests see'),
    days: DaysToLive.optional().describe('days from now until it expires; null for never'),
    password: SharePassword.optional().describe('new password; null for none'),
    embargoUntil: Embargo.optional().describe('time until which the page responds 404; null for no embargo'),
    publishAs: PublishName.optional().describe('name of the published page; null unpublishes it'),
    frameHosts: FrameHosts.optional().describe('sites that may embed it; null for all'),
  })
  .meta({ id: 'ShareChange' })
export type ShareChangeInput = z.infer<typeof ShareChangeInput>

/**
 * Changes title, expiry, password, embargo, published name and frame hosts of an open share. A share that is
 * unpublished and has no secret address gets one, which is returned only once.
 */
export async function changeShare(
  services: Pick<Services, 'db' | 'publicUrl' | 'now'>,
  access: ProjectAccess,
  id: string,
  input: ShareChangeInput,
): Promise<Result<ShareWithAddress, AppError>> {
  const { publicUrl } = services
  const now = services.now()
  const allowed = opensMore(input) ? await checkLinkPolicy(services, access, input.days) : ok(true)
  if (!allowed.ok) return allowed
  const { name, days, password, embargoUntil, publishAs, frameHosts } = input
  const passwordHash = await hashForShare(access, id, input)
  if (!passwordHash.ok) return passwordHash
  const spare = newSecret(access)
  const change: ShareChange = {
    spareSecretSha256: spare.secretSha256,
    ...(name === undefined ? {} : { name }),
    ...(days === undefined ? {} : { expiresAt: expiresAfter(days, now) }),
    ...(password === undefined ? {} : { passwordHash: passwordHash.value }),
    ...(embargoUntil === undefined ? {} : { embargoUntil }),
    ...(publishAs === undefined ? {} : { slug: publishAs }),
    ...(frameHosts === undefined ? {} : { frameHosts }),
  }
  const changed = await access.queries.shares.change(id, change)
  switch (changed.kind) {
    case 'changed':
      return ok(shareWithAddress(access, changed.share, { publicUrl, secret: changed.tookSpare ? spare.secret : null }))
    case 'not-found':
      return err(NO_SUCH_LINK)
    case 'name-taken':
      return err(appError('conflict', `"${publishAs}" is published already. Choose another name.`))
    case 'published-with-password':
      return err(PUBLISHED_WITH_PASSWORD)
  }
}

const NO_SUCH_LINK = appError(
  'not-found',
  'There is no such link, or it was revoked or has expired. Reload the list of shared links.',
)

/** Hashes the new password, if any, of a link that exists and may have one, because a hash is costly. */
async function hashForShare(
  { queries }: ProjectAccess,
  id: string,
  { password, publishAs }: ShareChangeInput,
): Promise<Result<string | null, AppError>> {
  if (password === undefined || password === null) return ok(null)
  const share = await queries.shares.find(id)
  if (share === null || share.revokedAt !== null) return err(NO_SUCH_LINK)
  const slug = publishAs === undefined ? share.slug : publishAs
  return slug === null ? ok(await hashPassword(password)) : err(PUBLISHED_WITH_PASSWORD)
}

/** True for changes that extend access in time or to more people, like a new link. */
const opensMore = ({ days, password, embargoUntil, publishAs, frameHosts }: ShareChangeInput): boolean =>
  [days, password, embargoUntil, publishAs, frameHosts].some((field) => field !== undefined)
