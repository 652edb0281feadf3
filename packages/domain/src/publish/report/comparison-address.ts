import { Slug } from '../../findings/notes/note-text.ts'

/**
 * Reference to a comparison of a project as URLs of the app have it: a query, a saved comparison, or a figure of a
 * report or of a shared link.
 */
export type ComparisonAddress =
  | { project: string; kind: 'query'; study: string | null; query: string }
  | { project: string; kind: 'saved'; slug: string }
  /** A figure as a version of a report froze it. */
  | { project: string; kind: 'report'; slug: string; version: number; figure: number }
  /** A figure as a shared link froze it. */
  | { project: string; kind: 'share'; id: string; figure: number }

const REPORT = /^\/p\/([a-z0-9][a-z0-9-]{0,62})\/reports\/([^/?#]+)\/?\?version=([1-9]\d{0,6})#figure-([1-9]\d{0,4})$/

const SHARE =
  /^\/p\/([a-z0-9][a-z0-9-]{0,62})\/shares\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?(?:#figure-([1-9]\d{0,4}))?$/

const PAGE = /^\/p\/([a-z0-9][a-z0-9-]{0,62})\/(compare|saved\/[^/?#]+|studies\/[^/?#]+)\/?(?:\?([^#]*))?(?:#.*)?$/

/**
 * Parses the URL of a comparison, a study, a saved comparison, or a figure of a version of a report or of a link. The
 * host is ignored, because a server has several names. Null for any other URL.
 */
export function readComparisonAddress(address: string): ComparisonAddress | null {
  const path = address.trim().replace(/^https?:\/\/[^/?#\s]+/i, '')
  const report = readReport(path)
  if (report !== null) return report
  const [, sharing, id, figure = '1'] = SHARE.exec(path) ?? []
  if (sharing !== undefined && id !== undefined) return { project: sharing, kind: 'share', id, figure: Number(figure) }
  const [, project, page = '', query = ''] = PAGE.exec(path) ?? []
  if (project === undefined || /\s/.test(path)) return null
  const [kind, name = ''] = page.split('/')
  if (kind === 'compare') return { project, kind: 'query', study: null, query }
  if (!Slug.safeParse(name).success) return null
  return kind === 'saved' ? { project, kind: 'saved', slug: name } : { project, kind: 'query', study: name, query }
}

function readReport(path: string): ComparisonAddress | null {
  const [, project, slug = '', version, figure] = REPORT.exec(path) ?? []
  if (project === undefined || !Slug.safeParse(slug).success) return null
  return { project, kind: 'report', slug, version: Number(version), figure: Number(figure) }
}

/** Formats the reference as a path without a host, as in the text of a report. */
export function writeComparisonAddress(address: ComparisonAddress): string {
  const start = `/p/${address.project}`
  if (address.kind === 'report') {
    return `${start}/reports/${address.slug}?version=${address.version}#figure-${address.figure}`
  }
  if (address.kind === 'share') return `${start}/shares/${address.id}#figure-${address.figure}`
  if (address.kind === 'saved') return `${start}/saved/${address.slug}`
  const page = address.study === null ? 'compare' : `studies/${address.study}`
  return address.query === '' ? `${start}/${page}` : `${start}/${page}?${address.query}`
}
