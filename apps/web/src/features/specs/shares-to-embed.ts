import type { Share } from '../../trpc/api-types.ts'
import { formatDate } from '../../ui/format-date.ts'

/** Active shared links as options; the date distinguishes links with equal titles. */
export const sharesToEmbed = (shares: readonly Share[]): { id: string; title: string }[] =>
  shares
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ id, name, title, createdAt }) => ({ id, title: `${name ?? title}, ${formatDate(createdAt)}` }))
