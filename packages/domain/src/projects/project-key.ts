// A project is named `ORG/NAME` by people and programs. Inside a path the same key is `ORG~NAME`, because reverse proxies
// change or refuse an encoded slash. `NAME` alone is the short form of earlier versions.

const SLUG = '[a-z0-9][a-z0-9-]{0,62}'

/** Form of a project key, in each of its three spellings. */
export const PROJECT_KEY = new RegExp(`^(?:(${SLUG})[/~])?(${SLUG})$`)

/** The start of the path of a page of a project, of today or of an earlier version, and the rest behind it. */
const PAGE_PATH = new RegExp(`^(?:/o/(${SLUG}))?/p/(${SLUG})(?=[/?#]|$)`)

/** `organization` is null in the short form. */
export type ProjectKey = { organization: string | null; name: string }

type NamedProject = { slug: string; organization: { slug: string } }

/** Parses `ORG/NAME`, `ORG~NAME` or `NAME`; null for any other text. */
export function parseProjectKey(text: string): ProjectKey | null {
  const [, organization = null, name] = PROJECT_KEY.exec(text) ?? []
  return name === undefined ? null : { organization, name }
}

/** The key of a project as paths and programs use it: `ORG~NAME`. */
export const projectKey = ({ slug, organization }: NamedProject): string => `${organization.slug}~${slug}`

/** The key of a project as people write it, `ORG/NAME`; a short one stays as it is. */
export const projectLabel = (key: string): string => key.replace('~', '/')

/** The key as one segment of a path. */
export const projectSegment = (key: string): string => key.replace('/', '~')

/** The name in a key without its organization, for files and forms. */
export const projectName = (key: string): string => parseProjectKey(key)?.name ?? key

/** The path of the pages of a project, `/o/ORG/p/NAME`; the path of earlier versions, `/p/NAME`, for a short key. */
export function projectPath(key: string): string {
  const parsed = parseProjectKey(key)
  if (parsed === null) return `/p/${encodeURIComponent(key)}`
  return parsed.organization === null ? `/p/${parsed.name}` : `/o/${parsed.organization}/p/${parsed.name}`
}

/** The path of the pages of a project. */
export const pathOfProject = (project: NamedProject): string => projectPath(projectKey(project))

/** Splits the path of a page into the key of its project and the rest, which keeps its first `/` or `?`. */
export function splitProjectPath(path: string): { key: string; rest: string } | null {
  const [start, organization, name] = PAGE_PATH.exec(path) ?? []
  if (start === undefined || name === undefined) return null
  return { key: organization === undefined ? name : `${organization}~${name}`, rest: path.slice(start.length) }
}

/** True if `key` can mean `project`: the names are equal, and so are the organizations where both have one. */
export function isKeyOf(key: string, project: string): boolean {
  const [one, other] = [parseProjectKey(key), parseProjectKey(project)]
  if (one === null || other === null || one.name !== other.name) return false
  return one.organization === null || other.organization === null || one.organization === other.organization
}
