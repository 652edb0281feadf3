import type { SharedFigure } from '../../publish/share/shared-content.ts'

/**
 * The origin of a figure that was copied from a shared link: author, date, and the hash of its content. Empty for other
 * figures.
 */
export function sharedLine({ shared }: Pick<SharedFigure, 'shared'>): string {
  if (shared === undefined) return ''
  const { title, by, sharedAt, sha256, figure } = shared
  return `As "${title}" was shared by ${by} on ${sharedAt.slice(0, 10)}, figure ${figure} of sha256 ${sha256}`
}
