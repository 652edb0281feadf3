import { docPath, docPicturePath } from '../../paths.ts'
import { isDoc } from './doc-list.ts'

/** Prefix of the ids of headings, so that they match no id of the page. */
export const HEADING_PREFIX = 'doc-'

/**
 * Returns the address in the product of a link that a file of docs/ contains. Links to files that only a checkout has, such
 * as decisions, have none.
 */
export function docHref(link: string): string | null {
  if (/^(?:https?:|mailto:|#|\/)/.test(link)) return link
  const picture = /^pictures\/([\w-]+\.png)$/.exec(link)?.[1]
  if (picture !== undefined) return docPicturePath(picture)
  const [, name = '', heading] = /^([\w-]+)\.md(?:#(.+))?$/.exec(link) ?? []
  if (!isDoc(name)) return null
  return docPath(name, heading === undefined ? undefined : `${HEADING_PREFIX}${heading}`)
}
