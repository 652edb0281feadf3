/**
 * The permission that each endpoint needs. A test requires a row for every procedure, REST operation and page, calls
 * each one as every kind of caller, and compares the outcomes with `ANSWERS` below.
 *
 * - `anybody`: needs no project; lists contain only what the caller can read.
 * - `read`, `write`, `remove`, `manage`, `own`: that verb in the project of the request.
 * - `upload`: a token with that scope. The project is the token's; a project in the request must be the same.
 * - `push`: the same, where the request cannot have a project.
 * - `upload-to`: a token with that scope for the project in the request.
 * - `signed-in`: a signed-in person, without a project.
 * - `in-organization`, `manage-organization`, `own-organization`: members, maintainers, owners of the organization in
 *   the request.
 * - `person`: a signed-in person who can read the project; the data are personal.
 * - `self`: a signed-in person and the own account.
 */
export type Need =
  | 'anybody'
  | 'signed-in'
  | 'in-organization'
  | 'manage-organization'
  | 'own-organization'
  | 'read'
  | 'person'
  | 'self'
  | 'upload'
  | 'push'
  | 'upload-to'
  | 'write'
  | 'remove'
  | 'manage'
  | 'own'

/** tRPC, by name. */
export const PROCEDURES: Record<string, Need> = {
  'projects.list': 'anybody',
  'projects.bySlug': 'read',
  'projects.home': 'read',
  'projects.create': 'manage-organization',
  'projects.mine': 'read',
  'projects.update': 'manage',
  'projects.erase': 'own',
  'projects.members': 'manage',
  'projects.nameMember': 'manage',
  'projects.removeMember': 'manage',
  'organizations.mine': 'signed-in',
  'organizations.create': 'signed-in',
  'organizations.get': 'in-organization',
  'organizations.rename': 'own-organization',
  'organizations.audit': 'manage-organization',
  'members.list': 'in-organization',
  'members.setRole': 'manage-organization',
  'members.remove': 'manage-organization',
  'members.invite': 'manage-organization',
  'members.revokeInvitation': 'manage-organization',
  'members.accept': 'signed-in',
  'tokens.list': 'manage',
  'tokens.mine': 'signed-in',
  'tokens.create': 'manage',
  'tokens.rotate': 'manage',
  'tokens.revoke': 'manage',
  'audit.list': 'manage',
  'runs.upload': 'upload',
  'runs.checkUpload': 'upload',
  'runs.list': 'read',
  'runs.observed': 'read',
  'runs.get': 'read',
  'runs.samples': 'read',
  'runs.diff': 'read',
  'runs.references': 'remove',
  'runs.remove': 'remove',
  'comparisons.grid': 'read',
  'comparisons.builder': 'read',
  'comparisons.explain': 'read',
  'comparisons.explainAll': 'read',
  'comparisons.cell': 'read',
  'hardware.list': 'read',
  'hardware.get': 'read',
  'noise.ofHardware': 'read',
  'builds.list': 'read',
  'builds.get': 'read',
  'configs.list': 'read',
  'configs.get': 'read',
  'validity.invalidate': 'write',
  'validity.withdraw': 'write',
  'knownBugs.list': 'read',
  'knownBugs.get': 'read',
  'knownBugs.save': 'write',
  'knownBugs.remove': 'write',
  'annotations.list': 'read',
  'annotations.add': 'write',
  'annotations.remove': 'write',
  'savedComparisons.list': 'read',
  'savedComparisons.get': 'read',
  'savedComparisons.save': 'write',
  'savedComparisons.remove': 'write',
  'reports.list': 'read',
  'reports.drafts': 'write',
  'reports.version': 'read',
  'reports.versions': 'read',
  'reports.diff': 'read',
  'reports.draft': 'write',
  'reports.sections': 'read',
  'reports.studyCharts': 'read',
  'reports.suggestTldr': 'write',
  'reports.create': 'write',
  'reports.save': 'write',
  'reports.figures': 'read',
  'reports.chart': 'read',
  'reports.publish': 'write',
  'reports.removeCopy': 'write',
  'reports.remove': 'write',
  'specs.list': 'read',
  'specs.get': 'read',
  'specs.revisions': 'read',
  'specs.diff': 'read',
  'specs.findBlock': 'read',
  'specs.search': 'read',
  'specs.create': 'write',
  'specs.revise': 'write',
  'specs.export': 'read',
  'specs.import': 'write',
  'specs.linkPreview': 'write',
  'specs.createLink': 'write',
  'specs.revokeLink': 'write',
  'specs.importRevision': 'write',
  'specs.preview': 'write',
  'specs.act': 'person',
  'specs.sent': 'person',
  'specs.copies': 'write',
  'specs.removeCopy': 'write',
  'specs.recordRead': 'person',
  'specs.people': 'write',
  'specs.readings': 'write',
  'reviewers.candidates': 'person',
  'reviewers.calendar': 'read',
  'reviewers.list': 'person',
  'reviewers.mails': 'person',
  'reviewers.mute': 'person',
  'reviewers.inviteMember': 'person',
  'reviewers.inviteGuest': 'person',
  'reviewers.renewLink': 'person',
  'reviewers.revokeLink': 'person',
  'guests.calendar': 'anybody',
  'guests.get': 'anybody',
  'guests.mute': 'anybody',
  'guests.revisions': 'anybody',
  'guests.diff': 'anybody',
  'guests.act': 'anybody',
  'guests.sent': 'anybody',
  'guests.recordRead': 'anybody',
  'profiles.groups': 'read',
  'profiles.list': 'read',
  'profiles.ofRun': 'read',
  'profiles.tree': 'read',
  'search.find': 'read',
  'projects.mayWrite': 'read',
  'shares.published': 'read',
  'shares.list': 'write',
  'shares.products': 'write',
  'shares.preview': 'write',
  'shares.create': 'write',
  'shares.byId': 'write',
  'shares.change': 'write',
  'shares.revoke': 'write',
  'findings.list': 'read',
  'findings.get': 'read',
  'findings.act': 'write',
  'findings.note': 'write',
  'findings.own': 'write',
  'gates.run': 'read',
  'notifications.list': 'manage',
  'notifications.get': 'manage',
  'notifications.create': 'manage',
  'notifications.update': 'manage',
  'notifications.pause': 'manage',
  'notifications.remove': 'manage',
  'notifications.renewSecret': 'manage',
  'notifications.test': 'manage',
  'notifications.messages': 'manage',
  'notifications.message': 'manage',
  'notifications.redeliver': 'manage',
  'ownNotifications.list': 'signed-in',
  'ownNotifications.removeOwn': 'signed-in',
  'ownNotifications.createFeed': 'person',
  'ownNotifications.removeFeed': 'person',
  'ownNotifications.get': 'person',
  'ownNotifications.create': 'person',
  'ownNotifications.update': 'person',
  'ownNotifications.pause': 'person',
  'ownNotifications.remove': 'person',
  'ownNotifications.renewSecret': 'person',
  'ownNotifications.test': 'person',
  'ownNotifications.messages': 'person',
  'ownNotifications.message': 'person',
  'ownNotifications.redeliver': 'person',
  'versions.get': 'read',
  'versions.pin': 'manage',
  'series.read': 'read',
  'rules.list': 'read',
  'rules.try': 'read',
  'rules.save': 'manage',
  'rules.remove': 'manage',
  'favourites.mine': 'read',
  'favourites.add': 'person',
  'favourites.remove': 'person',
  'favourites.noteSeen': 'person',
}

/** REST, by operationId. */
export const OPERATIONS: Record<string, Need> = {
  putRun: 'push',
  postUpload: 'upload',
  putBlob: 'upload-to',
  listProjects: 'anybody',
  listRuns: 'read',
  getRun: 'read',
  removeRun: 'remove',
  getSamples: 'read',
  compare: 'read',
  explain: 'read',
  postGate: 'read',
  listKnownBugs: 'read',
  saveKnownBug: 'write',
  getKnownBug: 'read',
  removeKnownBug: 'write',
  listAnnotations: 'read',
  addAnnotation: 'write',
  removeAnnotation: 'write',
  listSavedComparisons: 'read',
  getSavedComparison: 'read',
  exportSavedComparison: 'read',
  saveComparison: 'write',
  removeSavedComparison: 'write',
  listReports: 'read',
  listSpecs: 'read',
  getSpec: 'read',
  exportSpec: 'read',
  importSpec: 'write',
  listSpecLinks: 'write',
  makeSpecLink: 'write',
  revokeSpecLink: 'write',
  importSpecRevision: 'write',
  createSpec: 'write',
  reviseSpec: 'write',
  actOnSpec: 'write',
  exportReport: 'read',
  saveReport: 'write',
  listShares: 'write',
  getShare: 'write',
  makeShare: 'write',
  changeShare: 'write',
  revokeShare: 'write',
  readSeries: 'read',
  listSeriesRules: 'read',
  trySeriesRule: 'read',
  saveSeriesRule: 'manage',
  removeSeriesRule: 'manage',
  listTargets: 'manage',
  listMessages: 'manage',
  getMessage: 'manage',
  redeliverMessage: 'manage',
  invalidate: 'write',
  withdrawInvalidation: 'write',
  getAttachment: 'read',
  reportLeakedTokens: 'anybody',
  exportProjectAudit: 'manage',
  exportOrganizationAudit: 'manage-organization',
}

/** Pages and route handlers, by their folder in apps/web/src/app; `doors` leads to the lists above. */
export const PAGES: Record<string, Need | 'doors'> = {
  '': 'anybody',
  account: 'self',
  'account/export': 'self',
  'account/notifications': 'self',
  'account/notifications/[project]/[id]': 'self',
  'api/auth/[...path]': 'anybody',
  'api/health/live': 'anybody',
  'api/health/ready': 'anybody',
  'api/openapi.json': 'anybody',
  'api/trpc/[trpc]': 'doors',
  'docs/api': 'anybody',
  'invitations/[secret]': 'anybody',
  o: 'signed-in',
  'o/[organization]': 'in-organization',
  'o/[organization]/audit': 'manage-organization',
  'p/[project]/settings': 'manage',
  'p/[project]/settings/audit': 'manage',
  'p/[project]/settings/notifications': 'manage',
  'p/[project]/settings/notifications/[id]': 'manage',
  'p/[project]/settings/tokens': 'manage',
  'p/[project]': 'read',
  'p/[project]/builds': 'read',
  'p/[project]/builds/[id]': 'read',
  'p/[project]/compare': 'read',
  'p/[project]/compare/apply': 'anybody',
  'p/[project]/compare/export': 'read',
  'p/[project]/configs': 'read',
  'p/[project]/configs/[id]': 'read',
  'p/[project]/diff': 'read',
  'p/[project]/findings': 'read',
  'p/[project]/findings/feed.xml': 'read',
  'p/[project]/findings/[id]': 'read',
  'p/[project]/hardware': 'read',
  'p/[project]/hardware/[id]': 'read',
  'p/[project]/hardware/[id]/noise': 'read',
  'p/[project]/known-bugs': 'read',
  'p/[project]/known-bugs/[slug]': 'read',
  'p/[project]/reports': 'read',
  'p/[project]/reports/[slug]': 'read',
  'p/[project]/reports/[slug]/changes': 'read',
  'p/[project]/reports/[slug]/chart/[name]': 'read',
  'p/[project]/reports/[slug]/edit': 'read',
  'p/[project]/rules': 'read',
  'p/[project]/runs': 'read',
  'p/[project]/runs/[runId]': 'read',
  'p/[project]/runs/[runId]/remove': 'remove',
  'p/[project]/runs/[runId]/validity': 'write',
  'p/[project]/saved': 'read',
  'p/[project]/saved/[slug]': 'read',
  'p/[project]/search': 'read',
  'p/[project]/series': 'read',
  'p/[project]/shares': 'read',
  'p/[project]/shares/[id]': 'read',
  'p/[project]/shares/new': 'read',
  'p/[project]/shares/preview': 'read',
  'p/[project]/specs': 'read',
  'p/[project]/specs/[spec]/link': 'read',
  'p/[project]/specs/import': 'read',
  'p/[project]/specs/new': 'read',
  'p/[project]/specs/[spec]': 'read',
  'p/[project]/specs/[spec]/agenda': 'read',
  'p/[project]/specs/[spec]/at/[block]': 'read',
  'p/[project]/specs/[spec]/changes': 'read',
  'p/[project]/specs/[spec]/edit': 'read',
  'p/[project]/specs/[spec]/meeting': 'read',
  'p/[project]/specs/[spec]/meeting.ics': 'read',
  'p/[project]/specs/[spec]/reviewers': 'person',
  'p/[project]/studies/[study]': 'read',
  'p/[project]/versions/[product]/[version]': 'read',
  'p/[project]/versions/[product]/[version]/pin': 'manage',
  'published/[organization]/[slug]': 'anybody',
  'published/[organization]/[slug]/badge': 'anybody',
  'published/[organization]/[slug]/embed': 'anybody',
  'published/[organization]/[slug]/chart/[name]': 'anybody',
  'published/[organization]/[slug]/export': 'anybody',
  'published/[organization]/[slug]/picture': 'anybody',
  'published/[organization]/feed.xml': 'anybody',
  'embed/[secret]': 'anybody',
  oembed: 'anybody',
  'review/[secret]': 'anybody',
  'review/[secret]/meeting.ics': 'anybody',
  'review/[secret]/changes': 'anybody',
  's/[secret]': 'anybody',
  'spec/[secret]': 'anybody',
  'spec/[secret]/export': 'anybody',
  's/[secret]/badge': 'anybody',
  's/[secret]/chart/[name]': 'anybody',
  's/[secret]/export': 'anybody',
  's/[secret]/open': 'anybody',
  's/[secret]/picture': 'anybody',
  'published/feed.xml': 'anybody',
  'people/[form]': 'anybody',
  'reset-password': 'anybody',
  'set-up': 'anybody',
  'sign-in': 'anybody',
  'sign-up': 'anybody',
  verify: 'anybody',
}

/**
 * The expected outcome for each kind of caller. `yes` means that access was granted, whatever the endpoint then
 * returned. `404` is the response for a project that does not exist. `closed` is an internal or a private project.
 * People have their role in the organization of the `own` projects and on the private one; tokens belong to the `own`
 * project.
 */
export const ANSWERS = `
need      project       anonymous outsider viewer author maintainer owner read-token runner-token service-token revoked-token
anybody   own public    yes       yes      yes    yes    yes        yes   yes        yes          yes           401
signed-in own public    401       yes      yes    yes    yes        yes   401        401          401           401
in-organization     own public   401  404  yes  yes  yes  yes  401  401  401  401
in-organization     other public 401  404  404  404  404  404  401  401  401  401
manage-organization own public   401  404  403  403  yes  yes  401  401  401  401
manage-organization other public 401  404  404  404  404  404  401  401  401  401
own-organization    own public   401  404  403  403  403  yes  401  401  401  401
own-organization    other public 401  404  404  404  404  404  401  401  401  401
read      own public    yes       yes      yes    yes    yes        yes   yes        yes          yes           401
read      own closed    404       404      yes    yes    yes        yes   yes        404          yes           401
read      other public  yes       yes      yes    yes    yes        yes   yes        yes          yes           401
read      other closed  404       404      404    404    404        404   404        404          404           401
person    own public    401       yes      yes    yes    yes        yes   401        401          401           401
person    own closed    404       404      yes    yes    yes        yes   401        404          401           401
person    other public  401       yes      yes    yes    yes        yes   401        401          401           401
person    other closed  404       404      404    404    404        404   404        404          404           401
upload    own public    401       401      401    401    401        401   403        yes          yes           401
upload    own closed    401       401      401    401    401        401   403        yes          yes           401
upload    other public  401       401      401    401    401        401   404        404          404           401
upload    other closed  401       401      401    401    401        401   404        404          404           401
push      own public    401       401      401    401    401        401   403        yes          yes           401
push      own closed    401       401      401    401    401        401   403        yes          yes           401
upload-to own public    401       401      401    401    401        401   403        yes          yes           401
upload-to own closed    404       404      401    401    401        401   403        yes          yes           401
upload-to other public  401       401      401    401    401        401   404        404          404           401
upload-to other closed  404       404      404    404    404        404   404        404          404           401
write     own public    401       403      403    yes    yes        yes   403        403          yes           401
write     own closed    404       404      403    yes    yes        yes   403        403          yes           401
write     other public  401       403      403    403    403        403   404        404          404           401
write     other closed  404       404      404    404    404        404   404        404          404           401
remove    own public    401       403      403    403    yes        yes   403        403          yes           401
remove    own closed    404       404      403    403    yes        yes   403        403          yes           401
remove    other public  401       403      403    403    403        403   404        404          404           401
remove    other closed  404       404      404    404    404        404   404        404          404           401
manage    own public    401       403      403    403    yes        yes   403        403          403           401
manage    own closed    404       404      403    403    yes        yes   403        403          403           401
manage    other public  401       403      403    403    403        403   404        404          404           401
manage    other closed  404       404      404    404    404        404   404        404          404           401
own       own public    401       403      403    403    403        yes   403        403          403           401
own       own closed    404       404      403    403    403        yes   403        403          403           401
own       other public  401       403      403    403    403        403   404        404          404           401
own       other closed  404       404      404    404    404        404   404        404          404           401
`

/**
 * Doors that change who may read what, or end a project or a run. Tests that know beforehand who may read what leave them out;
 * tests of their own say what they do.
 */
export const CHANGES_ACCESS: ReadonlySet<string> = new Set([
  'projects.create',
  'projects.update',
  'projects.erase',
  'runs.remove',
  'removeRun',
  'projects.nameMember',
  'projects.removeMember',
  'organizations.create',
  'members.setRole',
  'members.remove',
  'members.accept',
  'tokens.revoke',
  'reportLeakedTokens',
])
