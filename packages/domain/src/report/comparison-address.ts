import { Slug } from '../notes/note-text.ts'

/** A comparison of a project, as an address of the app names it: by its query, or saved under a name. */
export type ComparisonAddress =
  | { project: string; kind: 'query'; study: string | null; query: string }
  | { project: string; kind: 'saved'; slug: string }

const PAGE = /^\/p\/([a-z0-9][a-z0-9-]{0,62})\/(compare|saved\/[^/?#]+|studies\/[^/?#]+)\/?(?:\?([^#]*))?(?:#.*)?$/

/**
 * The comparison that a pasted address shows: of the compare page, a study page or a saved comparison. The host is left
 * out, because a server is reached under several names. Null for any other address.
 */
export function readComparisonAddress(address: string): ComparisonAddress | null {
  const path = address.trim().replace(/^https?:\/\/[^/?#\s]+/i, '')
  const [, project, page = '', query = ''] = PAGE.exec(path) ?? []
  if (project === undefined || /\s/.test(path)) return null
  const [kind, name = ''] = page.split('/')
  if (kind === 'compare') return { project, kind: 'query', study: null, query }
  if (!Slug.safeParse(name).success) return null
  return kind === 'saved' ? { project, kind: 'saved', slug: name } : { project, kind: 'query', study: name, query }
}

/** The same without a host: what stands in the text of a report. */
export function writeComparisonAddress(address: ComparisonAddress): string {
  const start = `/p/${address.project}`
  if (address.kind === 'saved') return `${start}/saved/${address.slug}`
  const page = address.study === null ? 'compare' : `studies/${address.study}`
  return address.query === '' ? `${start}/${page}` : `${start}/${page}?${address.query}`
}
