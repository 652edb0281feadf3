import { slugOf } from '@assay/domain/findings/notes/slug-of'
import type { Share, ShareChange } from '../../trpc/api-types.ts'
import { fieldText } from '../notes/write-form.tsx'
import { readEmbedHosts } from './embed-hosts-field.tsx'

/** Option that does not change a setting. */
export const KEEP = 'keep'
/** Option that removes a setting. */
export const NONE = 'none'

/** Returns the changes of a link in a submitted form; unchanged fields are left out. */
export function changeOf(share: Share, fields: FormData): ShareChange {
  const text = (name: string) => fieldText(fields, name) ?? ''
  const name = text('called') === share.title || text('called') === '' ? null : text('called')
  const slug =
    fields.get('publish') === null ? null : text('slug') || slugOf(share.title, `shared-${share.id.slice(0, 8)}`)
  const hosts = readEmbedHosts(fields)
  return {
    ...(name === share.name ? {} : { name }),
    ...(slug === share.slug ? {} : { publishAs: slug }),
    ...endOf(text('days')),
    ...passwordOf(share, slug, text('passwordIs'), text('password')),
    ...embargoOf(text('opens'), text('embargo')),
    ...(sameHosts(hosts, share.frameHosts) ? {} : { frameHosts: hosts }),
  }
}

function endOf(days: string): ShareChange {
  if (days === KEEP) return {}
  return { days: days === NONE ? null : Number(days) }
}

/** Returns the change of the password; a published link has none. */
function passwordOf({ hasPassword }: Share, slug: string | null, choice: string, password: string): ShareChange {
  if (slug !== null) return hasPassword ? { password: null } : {}
  if (choice === NONE) return { password: null }
  return choice === 'new' ? { password } : {}
}

function embargoOf(choice: string, at: string): ShareChange {
  if (choice === NONE) return { embargoUntil: null }
  return choice === 'at' && at !== '' ? { embargoUntil: new Date(at).toISOString() } : {}
}

const sameHosts = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  a === null || b === null ? a === b : a.join(' ') === b.join(' ')
