import type { Share } from '../../trpc/api-types.ts'
import { formatDate, formatDateAndTime } from '../../ui/format-date.ts'

/** Describes how a share can be opened, as short labels. */
export function shareWays({ slug, hasPassword, isMasked, embargoUntil, frameHosts }: Share): string[] {
  return [
    slug === null ? 'link' : 'published',
    hasPassword ? 'password' : '',
    isMasked ? 'masked' : '',
    embargoUntil === null ? '' : `opens ${formatDateAndTime(embargoUntil)}`,
    frameHosts === null ? '' : `frames: ${frameHosts.join(' ') || 'none'}`,
  ].filter((part) => part !== '')
}

/** A sentence with the author, the expiry and the views of a link. */
export function shareState({ createdBy, createdAt, expiresAt, views }: Share): string {
  const ends = expiresAt === null ? 'It does not expire' : `It expires on ${formatDate(expiresAt)}`
  const seen = views === 0 ? 'not viewed yet' : views === 1 ? 'viewed once' : `viewed ${views} times`
  return `Created by ${createdBy} on ${formatDate(createdAt)}. ${ends}; ${seen}. Its content is frozen.`
}
