import { Slug } from '../../findings/notes/note-text.ts'
import { projectPath, splitProjectPath } from '../../projects/project-key.ts'

/**
 * Reference to a comparison of a project as URLs of the app have it: a query, a saved comparison, or a figure of a
 * report or of a shared link. `project` is a key, with the organization or, in old texts, without.
 */
export type ComparisonAddress =
  | { project: string; kind: 'query'; study: string | null; query: string }
  | { project: string; kind: 'saved'; slug: string }
  /** A figure as a version of a report froze it. */
  | { project: string; kind: 'report'; slug: string; version: number; figure: number }
  /** A figure as a shared link froze it. */
  | { project: string; kind: 'share'; id: string; figure: number }

// These match the rest of a path behind its project.
const REPORT = /^\/reports\/([^/?#]+)\/?\?version=([1-9]\d{0,6})#figure-([1-9]\d{0,4})$/

const SHARE = /^\/shares\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?(?:#figure-([1-9]\d{0,4}))?$/

const PAGE = /^\/(compare|saved\/[^/?#]+|studies\/[^/?#]+)\/?(?:\?([^#]*))?(?:#.*)?$/

/**
 * Parses the URL of a comparison, a study, a saved comparison, or a figure of a version of a report or of a link. The
 * host is ignored, because a server has several names. Null for any other URL.
 */
export function readComparisonAddress(address: string): ComparisonAddress | null {
  const path = splitProjectPath(address.trim().replace(/^https?:\/\/[^/?#\s]+/i, ''))
  if (path === null) return null
  const { key: project, rest } = path
  const report = readReport(project, rest)
  if (report !== null) return report
  const [, id, figure = '1'] = SHARE.exec(rest) ?? []
  if (id !== undefined) return { project, kind: 'share', id, figure: Number(figure) }
  const [, page, query = ''] = PAGE.exec(rest) ?? []
  if (page === undefined || /\s/.test(rest)) return null
  const [kind, name = ''] = page.split('/')
  if (kind === 'compare') return { project, kind: 'query', study: null, query }
  if (!Slug.safeParse(name).success) return null
  return kind === 'saved' ? { project, kind: 'saved', slug: name } : { project, kind: 'query', study: name, query }
}

function readReport(project: string, rest: string): ComparisonAddress | null {
  const [, slug, version, figure] = REPORT.exec(rest) ?? []
  if (slug === undefined || !Slug.safeParse(slug).success) return null
  return { project, kind: 'report', slug, version: Number(version), figure: Number(figure) }
}

/** Formats the reference as a path without a host, as in the text of a report. */
export function writeComparisonAddress(address: ComparisonAddress): string {
  const start = projectPath(address.project)
  if (address.kind === 'report') {
    return `${start}/reports/${address.slug}?version=${address.version}#figure-${address.figure}`
  }
  if (address.kind === 'share') return `${start}/shares/${address.id}#figure-${address.figure}`
  if (address.kind === 'saved') return `${start}/saved/${address.slug}`
  const page = address.study === null ? 'compare' : `studies/${address.study}`
  return address.query === '' ? `${start}/${page}` : `${start}/${page}?${address.query}`
}
