// Every address of the app. Ids and slugs are encoded here, so that callers hold plain values.

const part = encodeURIComponent

const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

export const projectsPath = () => '/'
export const projectPath = (project: string) => `/p/${part(project)}`

/** `query` is the canonical form of filters, sort and cursor. */
export const runsPath = (project: string, query = '') => withQuery(`${projectPath(project)}/runs`, query)
export const runPath = (project: string, runId: string) => `${projectPath(project)}/runs/${part(runId)}`
/** Where the form of a run is sent that takes it out, or brings it back. */
export const runValidityPath = (project: string, runId: string) => `${runPath(project, runId)}/validity`
/** Confirmation page for deleting a run. */
export const removeRunPath = (project: string, runId: string) => `${runPath(project, runId)}/remove`
/** A run with the samples of one of its results drawn. */
export const resultPath = (project: string, runId: string, resultId: string) =>
  `${runPath(project, runId)}?result=${part(resultId)}#over-time`

/** `query` is the canonical form of a comparison. */
export const comparePath = (project: string, query = '') => withQuery(`${projectPath(project)}/compare`, query)
/** Answers a filled in builder with the address of its comparison. */
export const compareApplyPath = (project: string) => `${projectPath(project)}/compare/apply`
export const compareExportPath = (project: string, format: string, query: string) =>
  withQuery(`${projectPath(project)}/compare/export`, `format=${part(format)}${query === '' ? '' : `&${query}`}`)

/** A study on a page of its own kind; `query` is the canonical form of its comparison. */
export const studyPath = (project: string, kind: string, query = '') =>
  withQuery(`${projectPath(project)}/studies/${part(kind)}`, query)

/** A test over versions, time or commits; `query` is the canonical form of a series. */
export const seriesPath = (project: string, query = '') => withQuery(`${projectPath(project)}/series`, query)

export const hardwareListPath = (project: string) => `${projectPath(project)}/hardware`
export const hardwarePath = (project: string, id: string) => `${hardwareListPath(project)}/${part(id)}`
export const hardwareNoisePath = (project: string, id: string) => `${hardwarePath(project, id)}/noise`
export const buildsPath = (project: string) => `${projectPath(project)}/builds`
export const buildPath = (project: string, id: string) => `${buildsPath(project)}/${part(id)}`
/** Improvements and regressions in a version of a product. */
export const versionPath = (project: string, product: string, version: string) =>
  `${projectPath(project)}/versions/${part(product)}/${part(version)}`
/** Where the form is sent that chooses the base of a product. */
export const pinPath = (project: string, product: string, version: string) =>
  `${versionPath(project, product, version)}/pin`
export const configsPath = (project: string) => `${projectPath(project)}/configs`
export const configPath = (project: string, id: string) => `${configsPath(project)}/${part(id)}`

export const knownBugsPath = (project: string) => `${projectPath(project)}/known-bugs`
export const knownBugPath = (project: string, slug: string) => `${knownBugsPath(project)}/${part(slug)}`
export const savedListPath = (project: string) => `${projectPath(project)}/saved`
/** REST: the numbers of a saved comparison with its edited tl;dr. */
export const savedExportPath = (project: string, slug: string, format: string) =>
  `/api/v1/projects/${part(project)}/saved-comparisons/${part(slug)}/export?format=${part(format)}`
export const savedPath = (project: string, slug: string) => `${savedListPath(project)}/${part(slug)}`

/** Boundaries that a project judges its series by. */
export const rulesPath = (project: string) => `${projectPath(project)}/rules`
export const findingsPath = (project: string) => `${projectPath(project)}/findings`
/** Atom, by the filters of the inbox. */
export const findingsFeedPath = (project: string, query = '') => withQuery(`${findingsPath(project)}/feed.xml`, query)
export const findingPath = (project: string, id: string) => `${findingsPath(project)}/${part(id)}`

/** Search results for `text`. */
export const searchPath = (project: string, text = '') =>
  withQuery(`${projectPath(project)}/search`, text === '' ? '' : `q=${part(text)}`)

export const reportsPath = (project: string) => `${projectPath(project)}/reports`
/** A report as a version has it; the newest without a number. */
export const reportPath = (project: string, slug: string, version?: number) =>
  withQuery(`${reportsPath(project)}/${part(slug)}`, version === undefined ? '' : `version=${version}`)
export const reportEditPath = (project: string, slug: string) => `${reportPath(project, slug)}/edit`
export const reportChangesPath = (project: string, slug: string, { from, to }: { from: number; to: number }) =>
  `${reportPath(project, slug)}/changes?from=${from}&to=${to}`
export const specsPath = (project: string) => `${projectPath(project)}/specs`
/** A spec for whoever has its public link, and its files. */
export const linkedSpecPath = (secret: string) => `/spec/${part(secret)}`
export const linkedSpecExportPath = (secret: string, format: string) =>
  `${linkedSpecPath(secret)}/export?format=${part(format)}`
export const specLinkPath = (project: string, name: string) => `${specPath(project, name)}/link`
export const importSpecPath = (project: string) => `${specsPath(project)}/import`
/** A file of a revision of a spec. */
export const specExportPath = (project: string, name: string, format: string, revision: number) =>
  `/api/v1/projects/${part(project)}/specs/${part(name)}/export?format=${part(format)}&revision=${revision}`
export const newSpecPath = (project: string) => `${specsPath(project)}/new`
/** A spec, `FS-12`; as it stands now without a revision. */
export const specPath = (project: string, name: string, revision?: number) =>
  withQuery(`${specsPath(project)}/${part(name)}`, revision === undefined ? '' : `revision=${revision}`)
/** Agenda of the meeting about a spec. */
export const specAgendaPath = (project: string, name: string) => `${specPath(project, name)}/agenda`
/** Where its meeting is written down. */
export const specMeetingPath = (project: string, name: string) => `${specPath(project, name)}/meeting`
export const specEditPath = (project: string, name: string) => `${specPath(project, name)}/edit`
export const specChangesPath = (project: string, name: string, { from, to }: { from: number; to: number }) =>
  `${specPath(project, name)}/changes?from=${from}&to=${to}`
/** For ever: a heading, a paragraph or feedback, wherever it stands now. */
/** A spec for an outsider, by a link of their own. */
export const readingPath = (secret: string, revision?: number) =>
  withQuery(`/reading/${part(secret)}`, revision === undefined ? '' : `revision=${revision}`)
export const readingChangesPath = (secret: string, { from, to }: { from: number; to: number }) =>
  `${readingPath(secret)}/changes?from=${from}&to=${to}`
export const readingCalendarPath = (secret: string) => `${readingPath(secret)}/meeting.ics`
export const specReadersPath = (project: string, name: string) => `${specPath(project, name)}/readers`
export const specCalendarPath = (project: string, name: string) => `${specPath(project, name)}/meeting.ics`
export const specPlacePath = (project: string, name: string, place: string) =>
  `${specPath(project, name)}/at/${part(place)}`
/** REST: a version of a report as a file. */
export const reportExportPath = (
  project: string,
  slug: string,
  { version, format }: { version: number; format: string },
) => `/api/v1/projects/${part(project)}/reports/${part(slug)}/export?version=${version}&format=${part(format)}`
/** Links of the project, and the form that makes one of a comparison; `query` says which. */
export const sharesPath = (project: string) => `${projectPath(project)}/shares`
export const changeSharePath = (project: string, id: string) => `${sharesPath(project)}/${part(id)}`
export const newSharePath = (project: string, query: string) => withQuery(`${sharesPath(project)}/new`, query)
/** Preview of a shared link before it is created. */
export const sharePreviewPath = (project: string, query: string) => withQuery(`${sharesPath(project)}/preview`, query)
export const sharePath = (secret: string) => `/s/${part(secret)}`
export const shareOpenPath = (secret: string) => `${sharePath(secret)}/open`
export const embedPath = (secret: string) => `/embed/${part(secret)}`
export const publishedPath = (organization: string, slug: string) => `/published/${part(organization)}/${part(slug)}`
export const publishedEmbedPath = (organization: string, slug: string) => `${publishedPath(organization, slug)}/embed`
export const oembedPath = (url: string) => `/oembed?url=${part(url)}`
/** Files of what is shared: below the path of its page, secret or published. */
export const sharedExportPath = (page: string, format: string) => `${page}/export?format=${part(format)}`
export const sharedChartPath = (page: string, name: string) => `${page}/chart/${part(name)}`
export const sharedPicturePath = (page: string) => `${page}/picture`

/** Atom feeds of published reports: of one organization, or of the whole server. */
export const feedPath = (organization?: string) =>
  organization === undefined ? '/published/feed.xml' : `/published/${part(organization)}/feed.xml`

export const diffPath = (project: string, pair?: { a: string; b: string }) =>
  withQuery(`${projectPath(project)}/diff`, pair === undefined ? '' : `a=${part(pair.a)}&b=${part(pair.b)}`)

/** `next` is where to go afterwards; `again` asks somebody who is signed in to prove it once more. */
export const signInPath = ({ next = '', again = false }: { next?: string; again?: boolean } = {}) =>
  withQuery('/sign-in', new URLSearchParams({ ...(again && { again: '1' }), ...(next && { next }) }).toString())
export const signUpPath = ({ invitation = '', next = '' }: { invitation?: string; next?: string } = {}) =>
  withQuery('/sign-up', new URLSearchParams({ ...(invitation && { invitation }), ...(next && { next }) }).toString())
/** The first owner of a server is made here. */
export const setUpPath = () => '/set-up'
export const resetPasswordPath = () => '/reset-password'
export const verifyPath = () => '/verify'
export const accountPath = () => '/account'
export const accountExportPath = () => '/account/export'
/** Where the forms of people are sent: `sign-in`, `sign-out`, `rename` … */
export const peopleFormPath = (form: string) => `/people/${part(form)}`
export const authPath = (path: string) => `/api/auth/${path}`

/** Organizations of who is signed in, and one of them. */
export const organizationsPath = () => '/o'
export const organizationPath = (organization: string) => `/o/${part(organization)}`
export const organizationAuditPath = (organization: string) => `${organizationPath(organization)}/audit`
export const organizationAuditCsvPath = (organization: string) =>
  `/api/v1/organizations/${part(organization)}/audit.csv`
export const invitationPath = (secret: string) => `/invitations/${part(secret)}`
export const settingsPath = (project: string) => `${projectPath(project)}/settings`
export const tokensPath = (project: string) => `${settingsPath(project)}/tokens`
/** Where a project's findings are told, and one of these places with its log; `message` is one of its lines. */
export const tellingPath = (project: string) => `${settingsPath(project)}/telling`
export const targetPath = (project: string, id: string, message?: string) =>
  withQuery(`${tellingPath(project)}/${part(id)}`, message === undefined ? '' : `message=${part(message)}`)
export const ownTellingPath = () => `${accountPath()}/telling`
export const ownTargetPath = (project: string, id: string, message?: string) =>
  withQuery(`${ownTellingPath()}/${part(project)}/${part(id)}`, message === undefined ? '' : `message=${part(message)}`)
export const auditPath = (project: string) => `${settingsPath(project)}/audit`
export const auditCsvPath = (project: string) => `/api/v1/projects/${part(project)}/audit.csv`

export const apiDocsPath = () => '/docs/api'
export const openApiPath = () => '/api/openapi.json'
export const trpcPath = () => '/api/trpc'
export const healthPath = () => '/api/health/ready'

/** REST: the run as the upload document says it, and the raw files it came with. */
export const runJsonPath = (project: string, runId: string) => `/api/v1/projects/${part(project)}/runs/${part(runId)}`
export const attachmentPath = (project: string, sha256: string) =>
  `/api/v1/projects/${part(project)}/attachments/${part(sha256)}`
export const samplesJsonPath = (project: string, resultId: string) =>
  `/api/v1/projects/${part(project)}/results/${part(resultId)}/samples`
