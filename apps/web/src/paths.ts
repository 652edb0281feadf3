// Addresses of all pages. Ids and slugs are encoded here, so that callers pass plain values. A project is given by its
// key, ORG~NAME.

import { projectPath } from '@assay/domain/projects/project-key'

export { projectPath }

const segment = encodeURIComponent

const withQuery = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

export const projectsPath = () => '/'

/** Everything that was measured, by kind. */
export const dataPath = (project: string) => `${projectPath(project)}/data`

/** Files are dropped, previewed, corrected and stored. */
export const importPath = (project: string) => `${projectPath(project)}/import`
/** REST: the preview of raw files. */
export const previewUploadPath = (project: string) => `/api/v1/previews?project=${segment(project)}`
/** REST: stores a chunk of a large upload. */
export const uploadChunkPath = (project: string, sha256: string) =>
  `/api/v1/upload-chunks/${segment(sha256)}?project=${segment(project)}`
/** REST: the chunks of an upload that the server does not have. */
export const missingChunksPath = (project: string, hashes: readonly string[]) =>
  `/api/v1/upload-chunks?project=${segment(project)}&sha256=${hashes.join(',')}`
/** REST: stores raw files, without those that the preview showed as refused. */
export const importUploadPath = (project: string, onConflict: string) =>
  `/api/v1/uploads?project=${segment(project)}&onConflict=${segment(onConflict)}&skipRefused=true`

/** `query` is the canonical form of filters, sort and cursor. */
export const runsPath = (project: string, query = '') => withQuery(`${projectPath(project)}/runs`, query)
export const runPath = (project: string, runId: string) => `${projectPath(project)}/runs/${segment(runId)}`
/** Target of the form that excludes or includes a run. */
export const runValidityPath = (project: string, runId: string) => `${runPath(project, runId)}/validity`
/** Confirmation page for deleting a run. */
export const removeRunPath = (project: string, runId: string) => `${runPath(project, runId)}/remove`
/** A run with the samples of one of its results drawn. */
export const resultPath = (project: string, runId: string, resultId: string) =>
  `${runPath(project, runId)}?result=${segment(resultId)}#over-time`

export const responseTimesPath = (project: string, runId: string, resultId: string) =>
  `${runPath(project, runId)}?result=${segment(resultId)}#response-times`

/** `query` is the canonical form of a comparison. */
export const comparePath = (project: string, query = '') => withQuery(`${projectPath(project)}/compare`, query)
/** Converts a submitted builder form to the address of its comparison. */
export const compareApplyPath = (project: string) => `${projectPath(project)}/compare/apply`
/** Redirects to the comparison of two versions; `query` names them. */
export const comparePairPath = (project: string, query = '') => withQuery(`${projectPath(project)}/compare/pair`, query)
export const compareExportPath = (project: string, format: string, query: string) =>
  withQuery(`${projectPath(project)}/compare/export`, `format=${segment(format)}${query === '' ? '' : `&${query}`}`)

export const studiesPath = (project: string) => `${projectPath(project)}/studies`
/** A study page; `query` is the canonical form of its comparison. */
export const studyPath = (project: string, kind: string, query = '') =>
  withQuery(`${projectPath(project)}/studies/${segment(kind)}`, query)
/** Redirects to the study with the picked machine, product and so on. */
export const studySelectPath = (project: string, kind: string, query = '') =>
  withQuery(`${studyPath(project, kind)}/select`, query)

/** A test over versions, time or commits; `query` is the canonical form of a series. */
export const seriesPath = (project: string, query = '') => withQuery(`${projectPath(project)}/series`, query)

export const hardwareListPath = (project: string) => `${projectPath(project)}/hardware`
export const hardwarePath = (project: string, id: string) => `${hardwareListPath(project)}/${segment(id)}`
export const hardwareNoisePath = (project: string, id: string) => `${hardwarePath(project, id)}/noise`
export const buildsPath = (project: string) => `${projectPath(project)}/builds`
export const buildPath = (project: string, id: string) => `${buildsPath(project)}/${segment(id)}`
/** Improvements and regressions in a version of a product. */
export const versionPath = (project: string, product: string, version: string) =>
  `${projectPath(project)}/versions/${segment(product)}/${segment(version)}`
/** Target of the form that pins the base of a product. */
export const pinPath = (project: string, product: string, version: string) =>
  `${versionPath(project, product, version)}/pin`
export const configsPath = (project: string) => `${projectPath(project)}/configs`
export const configPath = (project: string, id: string) => `${configsPath(project)}/${segment(id)}`

export const experimentsPath = (project: string) => `${projectPath(project)}/experiments`
/** The form of an experiment; `query` fills it in. */
export const newExperimentPath = (project: string, query = '') => withQuery(`${experimentsPath(project)}/new`, query)
export const experimentPath = (project: string, slug: string) => `${experimentsPath(project)}/${segment(slug)}`
export const knownBugsPath = (project: string) => `${projectPath(project)}/known-bugs`
export const knownBugPath = (project: string, slug: string) => `${knownBugsPath(project)}/${segment(slug)}`
export const savedListPath = (project: string) => `${projectPath(project)}/saved`
/** REST: the export of a saved comparison with its edited tl;dr. */
export const savedExportPath = (project: string, slug: string, format: string) =>
  `/api/v1/projects/${segment(project)}/saved-comparisons/${segment(slug)}/export?format=${segment(format)}`
export const savedPath = (project: string, slug: string) => `${savedListPath(project)}/${segment(slug)}`

/** Runners, their queue and calendar. */
export const runnersPath = (project: string) => `${projectPath(project)}/runners`
/** Engines such as GitHub Actions, whose jobs execute run requests. */
export const runEnginesPath = (project: string) => `${runnersPath(project)}/engines`
/** A run request with its attempts and the live log. */
export const runRequestPath = (project: string, id: string) => `${runnersPath(project)}/requests/${segment(id)}`
export const runPlanPath = (project: string, id: string) => `${runnersPath(project)}/plans/${segment(id)}`
/** The form of a plan; `query` fills it in. */
export const newRunPlanPath = (project: string, query = '') => withQuery(`${runnersPath(project)}/plans/new`, query)
/** Rules by which a project judges its series. */
export const rulesPath = (project: string) => `${projectPath(project)}/rules`
export const findingsPath = (project: string) => `${projectPath(project)}/findings`
/** Atom feed of findings, with the filters of the inbox. */
export const findingsFeedPath = (project: string, query = '') => withQuery(`${findingsPath(project)}/feed.xml`, query)
/** @param query filters of the list that leads to the finding */
export const findingPath = (project: string, id: string, query = '') =>
  `${findingsPath(project)}/${segment(id)}${query === '' ? '' : `?${query}`}`

/** Search results for `text`. */
export const searchPath = (project: string, text = '') =>
  withQuery(`${projectPath(project)}/search`, text === '' ? '' : `q=${segment(text)}`)

export const reportsPath = (project: string) => `${projectPath(project)}/reports`
/** A version of a report; the newest one without a number. */
export const reportPath = (project: string, slug: string, version?: number) =>
  withQuery(`${reportsPath(project)}/${segment(slug)}`, version === undefined ? '' : `version=${version}`)
export const reportEditPath = (project: string, slug: string) => `${reportPath(project, slug)}/edit`
export const reportChangesPath = (project: string, slug: string, { from, to }: { from: number; to: number }) =>
  `${reportPath(project, slug)}/changes?from=${from}&to=${to}`
export const specsPath = (project: string) => `${projectPath(project)}/specs`
/** The public page of a spec, and its files. */
export const linkedSpecPath = (secret: string) => `/spec/${segment(secret)}`
export const linkedSpecExportPath = (secret: string, format: string) =>
  `${linkedSpecPath(secret)}/export?format=${segment(format)}`
/** An attachment of the linked spec. */
export const linkedAttachmentPath = (secret: string, name: string) =>
  `${linkedSpecPath(secret)}/attachments/${segment(name)}`
export const specLinkPath = (project: string, name: string) => `${specPath(project, name)}/link`
/** Compares a resolved spec with its seal. */
export const specSealPath = (project: string, name: string) => `${specPath(project, name)}/seal`
/** Verifies a file of any spec in the browser. */
export const VERIFY_SPEC_PATH = '/verify-spec'
export const importSpecPath = (project: string) => `${specsPath(project)}/import`
/** A file of a revision of a spec. */
export const specExportPath = (project: string, name: string, format: string, revision: number) =>
  `/api/v1/projects/${segment(project)}/specs/${segment(name)}/export?format=${segment(format)}&revision=${revision}`
export const newSpecPath = (project: string) => `${specsPath(project)}/new`
/** A spec, such as `FS-12`; its current text without a revision. */
export const specPath = (project: string, name: string, revision?: number) =>
  withQuery(`${specsPath(project)}/${segment(name)}`, revision === undefined ? '' : `revision=${revision}`)
/** Agenda of the meeting about a spec. */
export const specAgendaPath = (project: string, name: string) => `${specPath(project, name)}/agenda`
/** Page on which a scribe records the meeting. */
export const specMeetingPath = (project: string, name: string) => `${specPath(project, name)}/meeting`
export const specEditPath = (project: string, name: string) => `${specPath(project, name)}/edit`
export const specChangesPath = (project: string, name: string, { from, to }: { from: number; to: number }) =>
  `${specPath(project, name)}/changes?from=${from}&to=${to}`
/** A permanent link to a heading, a paragraph or a comment, at its current position. */
/** The review page of a guest, by the secret of their link. */
export const guestReviewPath = (secret: string, revision?: number) =>
  withQuery(`/review/${segment(secret)}`, revision === undefined ? '' : `revision=${revision}`)
export const guestChangesPath = (secret: string, { from, to }: { from: number; to: number }) =>
  `${guestReviewPath(secret)}/changes?from=${from}&to=${to}`
export const guestAttachmentPath = (secret: string, name: string) =>
  `${guestReviewPath(secret)}/attachments/${segment(name)}`
export const guestCalendarPath = (secret: string) => `${guestReviewPath(secret)}/meeting.ics`
export const specReviewersPath = (project: string, name: string) => `${specPath(project, name)}/reviewers`
export const specAttachmentPath = (project: string, spec: string, name: string) =>
  `${specPath(project, spec)}/attachments/${segment(name)}`
export const specCalendarPath = (project: string, name: string) => `${specPath(project, name)}/meeting.ics`
export const specBlockPath = (project: string, name: string, block: string) =>
  `${specPath(project, name)}/at/${segment(block)}`
/** REST: a version of a report as a file. */
export const reportExportPath = (
  project: string,
  slug: string,
  { version, format }: { version: number; format: string },
) => `/api/v1/projects/${segment(project)}/reports/${segment(slug)}/export?version=${version}&format=${segment(format)}`
/** Shared links of the project, and the form that creates one for the comparison `query`. */
export const sharesPath = (project: string) => `${projectPath(project)}/shares`
export const changeSharePath = (project: string, id: string) => `${sharesPath(project)}/${segment(id)}`
export const newSharePath = (project: string, query: string) => withQuery(`${sharesPath(project)}/new`, query)
/** Preview of a shared link before it is created. */
export const sharePreviewPath = (project: string, query: string) => withQuery(`${sharesPath(project)}/preview`, query)
export const sharePath = (secret: string) => `/s/${segment(secret)}`
export const shareOpenPath = (secret: string) => `${sharePath(secret)}/open`
export const embedPath = (secret: string) => `/embed/${segment(secret)}`
export const publishedPath = (organization: string, slug: string) =>
  `/published/${segment(organization)}/${segment(slug)}`
export const publishedEmbedPath = (organization: string, slug: string) => `${publishedPath(organization, slug)}/embed`
export const oembedPath = (url: string) => `/oembed?url=${segment(url)}`
/** Downloads of a share, below the path of its page, secret or published. */
export const sharedExportPath = (page: string, format: string) => `${page}/export?format=${segment(format)}`
export const sharedChartPath = (page: string, name: string) => `${page}/chart/${segment(name)}`
export const sharedPicturePath = (page: string) => `${page}/picture`

/** Atom feeds of published reports: of one organization, or of the whole server. */
export const feedPath = (organization?: string) =>
  organization === undefined ? '/published/feed.xml' : `/published/${segment(organization)}/feed.xml`

export const diffPath = (project: string, pair?: { a: string; b: string }) =>
  withQuery(`${projectPath(project)}/diff`, pair === undefined ? '' : `a=${segment(pair.a)}&b=${segment(pair.b)}`)

/** `next` is the page to open afterwards; `again` requires a signed-in person to authenticate again. */
export const signInPath = ({ next = '', again = false }: { next?: string; again?: boolean } = {}) =>
  withQuery('/sign-in', new URLSearchParams({ ...(again && { again: '1' }), ...(next && { next }) }).toString())
export const signUpPath = ({ invitation = '', next = '' }: { invitation?: string; next?: string } = {}) =>
  withQuery('/sign-up', new URLSearchParams({ ...(invitation && { invitation }), ...(next && { next }) }).toString())
/** Page that creates the first owner of a server. */
export const setUpPath = () => '/set-up'
export const resetPasswordPath = () => '/reset-password'
export const verifyPath = () => '/verify'
export const accountPath = () => '/account'
/** The authenticator app and recovery codes of a person. */
export const secondFactorPath = ({ next = '', done = '' } = {}) =>
  withQuery(
    `${accountPath()}/second-factor`,
    new URLSearchParams({ ...(done && { done }), ...(next && { next }) }).toString(),
  )
/** The second step of a sign-in. */
export const secondFactorStepPath = ({ next = '' } = {}) =>
  withQuery('/sign-in/second-factor', new URLSearchParams({ ...(next && { next }) }).toString())
/** A sign-in by the identity provider of an organization. */
export const organizationSignInPath = ({ next = '' } = {}) =>
  withQuery('/sign-in/organization', new URLSearchParams({ ...(next && { next }) }).toString())
export const accountExportPath = () => '/account/export'
/** Targets of account forms: `sign-in`, `sign-out`, `rename` … */
export const peopleFormPath = (form: string) => `/people/${segment(form)}`
export const authPath = (path: string) => `/api/auth/${path}`

/** Organizations of the signed-in person, and one of them. */
export const organizationsPath = () => '/o'
export const organizationPath = (organization: string) => `/o/${segment(organization)}`
export const identityProviderPath = (organization: string) => `${organizationPath(organization)}/identity-provider`
export const organizationAuditPath = (organization: string) => `${organizationPath(organization)}/audit`
export const organizationAuditCsvPath = (organization: string) =>
  `/api/v1/organizations/${segment(organization)}/audit.csv`
export const organizationSignedAuditPath = (organization: string) =>
  `/api/v1/organizations/${segment(organization)}/audit.jsonl`
export const invitationPath = (secret: string) => `/invitations/${segment(secret)}`
export const settingsPath = (project: string) => `${projectPath(project)}/settings`
export const tokensPath = (project: string) => `${settingsPath(project)}/tokens`
/** Notification channels of a project, and one of them with its log; `message` is one entry. */
export const notificationsPath = (project: string) => `${settingsPath(project)}/notifications`
export const channelPath = (project: string, id: string, message?: string) =>
  withQuery(`${notificationsPath(project)}/${segment(id)}`, message === undefined ? '' : `message=${segment(message)}`)
export const ownNotificationsPath = () => `${accountPath()}/notifications`
export const ownChannelPath = (project: string, id: string, message?: string) =>
  withQuery(
    `${ownNotificationsPath()}/${segment(project)}/${segment(id)}`,
    message === undefined ? '' : `message=${segment(message)}`,
  )
export const auditPath = (project: string) => `${settingsPath(project)}/audit`
export const auditCsvPath = (project: string) => `/api/v1/projects/${segment(project)}/audit.csv`
export const signedAuditPath = (project: string) => `/api/v1/projects/${segment(project)}/audit.jsonl`

export const docsPath = (text?: string) => withQuery('/docs', text === undefined ? '' : `q=${segment(text)}`)
export const docPath = (name: string, heading?: string) =>
  `/docs/${segment(name)}${heading === undefined ? '' : `#${heading}`}`
export const docPicturePath = (name: string) => `/docs/pictures/${segment(name)}`
export const apiDocsPath = () => '/docs/api'
export const openApiPath = () => '/api/openapi.json'
export const trpcPath = () => '/api/trpc'

/** REST: changes of a project, or of one of its specs, as server-sent events after a position. */
export const projectEventsPath = (
  project: string,
  { spec, after, since }: { spec: string | null; after: string | null; since: number },
) =>
  withQuery(
    `/api/v1/projects/${segment(project)}/events`,
    [spec === null ? '' : `spec=${segment(spec)}`, after === null ? '' : `after=${after}`, `since=${since}`]
      .filter(Boolean)
      .join('&'),
  )

/** REST: the run as an upload document, and its raw files. */
export const runJsonPath = (project: string, runId: string) =>
  `/api/v1/projects/${segment(project)}/runs/${segment(runId)}`
export const attachmentPath = (project: string, sha256: string) =>
  `/api/v1/projects/${segment(project)}/attachments/${segment(sha256)}`
export const histogramsJsonPath = (project: string, resultId: string) =>
  `/api/v1/projects/${segment(project)}/results/${segment(resultId)}/histograms`

export const samplesJsonPath = (project: string, resultId: string) =>
  `/api/v1/projects/${segment(project)}/results/${segment(resultId)}/samples`
