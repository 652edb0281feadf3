import type { Share } from '../../trpc/answers.ts'
import { formatDate } from '../../ui/format-date.ts'

/** Links that were not taken back, as a list to choose from: titles repeat, and their days tell them apart. */
export const sharesToEmbed = (shares: readonly Share[]): { id: string; title: string }[] =>
  shares
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ id, name, title, createdAt }) => ({ id, title: `${name ?? title}, ${formatDate(createdAt)}` }))
