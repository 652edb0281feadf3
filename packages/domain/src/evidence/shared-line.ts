import type { SharedFigure } from '../share/shared-content.ts'

/** Of a copy of what a link shows: whose it is, of which day, and by which hash it can be proven. Empty for all others. */
export function sharedLine({ shared }: Pick<SharedFigure, 'shared'>): string {
  if (shared === undefined) return ''
  const { title, by, sharedAt, sha256, figure } = shared
  return `As "${title}" was shared by ${by} on ${sharedAt.slice(0, 10)}, figure ${figure} of sha256 ${sha256}`
}
