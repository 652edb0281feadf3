/** One kind of page, and where the demo has an example of it. */
export type PageKind = {
  name: string
  /** The folder of the page below `apps/web/src/app`. */
  route: string
  /** The address of the example; where it depends on the data, it is the first matching link of another page. */
  at: string | { from: string; link: RegExp }
  needsAccount?: true
  /** True for pages that redirect signed-in people; they come last. */
  signedOut?: true
}

const PAIR = '/p/demo/compare/pair?base=PostgreSQL,17.6&with=18.0&on=dell32'
const MANY_VERSIONS =
  '/p/demo/compare?columns=version,config&product=PostgreSQL&hardware=dell32&group=writes&clients=24'

const linkedFrom = (from: string, link: RegExp) => ({ from, link })
const study = (name: string): PageKind => ({
  name: `study-${name}`,
  route: '/p/[project]/studies/[study]',
  at: `/p/demo/studies/${name}`,
})
const account = (name: string, route: string, at: string = route.replace('[project]', 'demo')): PageKind => ({
  ...{ name, route, at },
  needsAccount: true,
})

/** Every kind of page of the application, in the order of its navigation. */
export const PAGE_KINDS: readonly PageKind[] = [
  { name: 'overview', route: '/p/[project]', at: '/p/demo' },
  { name: 'findings', route: '/p/[project]/findings', at: '/p/demo/findings' },
  {
    name: 'finding',
    route: '/p/[project]/findings/[id]',
    at: linkedFrom('/p/demo/findings', /^\/o\/assay\/p\/demo\/findings\/[0-9a-f-]{36}$/),
  },
  {
    name: 'version',
    route: '/p/[project]/versions/[product]/[version]',
    at: '/p/demo/versions/RocksDB/10.6.2',
  },
  { name: 'compare-two-versions', route: '/p/[project]/compare', at: PAIR },
  { name: 'compare-many-versions', route: '/p/[project]/compare', at: MANY_VERSIONS },
  { name: 'compare-charts', route: '/p/[project]/compare', at: `${MANY_VERSIONS}&chart=0.0` },
  { name: 'diff', route: '/p/[project]/diff', at: '/p/demo/diff' },
  { name: 'studies', route: '/p/[project]/studies', at: '/p/demo/studies' },
  ...[
    ...['scale-up', 'steps', 'sweep', 'configs', 'hardware', 'repeats', 'efficiency', 'io-efficiency', 'compilers'],
    ...['profiles', 'quality-of-service'],
  ].map(study),
  { name: 'trends', route: '/p/[project]/series', at: '/p/demo/series?product=RocksDB&hardware=gcp-arm-8' },
  {
    name: 'trend-of-a-test',
    route: '/p/[project]/series',
    at: '/p/demo/series?product=RocksDB&hardware=gcp-arm-8&workload=iobuf&test=overwriteandwait.s0',
  },
  { name: 'rules', route: '/p/[project]/rules', at: '/p/demo/rules' },
  { name: 'reports', route: '/p/[project]/reports', at: '/p/demo/reports' },
  {
    name: 'report',
    route: '/p/[project]/reports/[slug]',
    at: linkedFrom('/p/demo/reports', /^\/o\/assay\/p\/demo\/reports\/(?!new$)[^/]+$/),
  },
  { name: 'specs', route: '/p/[project]/specs', at: '/p/demo/specs' },
  { name: 'spec', route: '/p/[project]/specs/[spec]', at: '/p/demo/specs/FS-1' },
  { name: 'spec-changes', route: '/p/[project]/specs/[spec]/changes', at: '/p/demo/specs/FS-1/changes?from=1&to=2' },
  { name: 'shared-links', route: '/p/[project]/shares', at: '/p/demo/shares', needsAccount: true },
  { name: 'saved-comparisons', route: '/p/[project]/saved', at: '/p/demo/saved' },
  {
    name: 'saved-comparison',
    route: '/p/[project]/saved/[slug]',
    at: linkedFrom('/p/demo/saved', /^\/o\/assay\/p\/demo\/saved\/[^/]+$/),
  },
  { name: 'data', route: '/p/[project]/data', at: '/p/demo/data' },
  { name: 'runs', route: '/p/[project]/runs', at: '/p/demo/runs' },
  {
    name: 'run',
    route: '/p/[project]/runs/[runId]',
    at: linkedFrom('/p/demo/runs', /^\/o\/assay\/p\/demo\/runs\/[0-9a-f-]{36}$/),
  },
  { name: 'machines', route: '/p/[project]/hardware', at: '/p/demo/hardware' },
  {
    name: 'machine',
    route: '/p/[project]/hardware/[id]',
    at: linkedFrom('/p/demo/hardware', /^\/o\/assay\/p\/demo\/hardware\/[^/]+$/),
  },
  { name: 'builds', route: '/p/[project]/builds', at: '/p/demo/builds' },
  {
    name: 'build',
    route: '/p/[project]/builds/[id]',
    at: linkedFrom('/p/demo/builds', /^\/o\/assay\/p\/demo\/builds\/[^/]+$/),
  },
  { name: 'configs', route: '/p/[project]/configs', at: '/p/demo/configs' },
  {
    name: 'config',
    route: '/p/[project]/configs/[id]',
    at: linkedFrom('/p/demo/configs', /^\/o\/assay\/p\/demo\/configs\/[^/]+$/),
  },
  { name: 'experiments', route: '/p/[project]/experiments', at: '/p/demo/experiments' },
  {
    name: 'experiment',
    route: '/p/[project]/experiments/[slug]',
    at: linkedFrom('/p/demo/experiments', /^\/o\/assay\/p\/demo\/experiments\/postgres-[^/]+$/),
  },
  account('new-experiment', '/p/[project]/experiments/new'),
  { name: 'runners', route: '/p/[project]/runners', at: '/p/demo/runners' },
  account('engines', '/p/[project]/runners/engines'),
  {
    name: 'run-request',
    route: '/p/[project]/runners/requests/[id]',
    at: linkedFrom('/p/demo/runners', /^\/o\/assay\/p\/demo\/runners\/requests\/[^/]+$/),
  },
  {
    name: 'run-plan',
    route: '/p/[project]/runners/plans/[id]',
    at: linkedFrom('/p/demo/runners', /^\/o\/assay\/p\/demo\/runners\/plans\/(?!new)[^/]+$/),
  },
  account('new-run-plan', '/p/[project]/runners/plans/new'),
  { name: 'known-bugs', route: '/p/[project]/known-bugs', at: '/p/demo/known-bugs' },
  { name: 'search', route: '/p/[project]/search', at: '/p/demo/search?q=postgres' },
  { name: 'docs', route: '/docs', at: '/docs' },
  { name: 'docs-page', route: '/docs/[page]', at: '/docs/tutorial' },
  { name: 'api', route: '/docs/api', at: '/docs/api' },
  account('import', '/p/[project]/import'),
  account('settings', '/p/[project]/settings'),
  account('notifications', '/p/[project]/settings/notifications'),
  account('tokens', '/p/[project]/settings/tokens'),
  account('audit-log', '/p/[project]/settings/audit'),
  account('new-spec', '/p/[project]/specs/new'),
  account('account', '/account'),
  account('own-notifications', '/account/notifications'),
  account('organizations', '/o'),
  { name: 'sign-in', route: '/sign-in', at: '/sign-in', signedOut: true },
  {
    name: 'sign-in-by-organization',
    route: '/sign-in/organization',
    at: '/sign-in/organization',
    signedOut: true,
  },
  { name: 'reset-password', route: '/reset-password', at: '/reset-password', signedOut: true },
]

/** Pages without a picture: the reason, by the route or by the folder above several routes, which ends in a slash. */
export const WITHOUT_PICTURE: Readonly<Record<string, string>> = {
  '/account/second-factor': 'shows a secret',
  '/account/notifications/[project]/[id]': 'needs a channel of an account',
  '/embed/[secret]': 'is drawn like a shared link',
  '/invitations/[secret]': 'needs a mail',
  '/o/[organization]/audit': 'is drawn like the audit log of a project',
  '/o/[organization]/identity-provider': 'is a form like the settings',
  '/o/[organization]': 'is a form like the settings',
  '/p/[project]/hardware/[id]/noise': 'is drawn like the study of repeats',
  '/p/[project]/known-bugs/[slug]': 'is drawn like a finding',
  '/p/[project]/reports/[slug]/changes': 'is drawn like the changes of a spec',
  '/p/[project]/reports/[slug]/edit': 'needs a draft of an account',
  '/p/[project]/runs/[runId]/remove': 'asks for confirmation',
  '/p/[project]/settings/notifications/[id]': 'needs a channel of a project',
  '/p/[project]/shares/': 'needs a shared link',
  '/p/[project]/specs/[spec]/': 'needs a review',
  '/p/[project]/specs/import': 'is a form like that of a new spec',
  '/published/': 'is drawn like a report',
  '/review/': 'is drawn like a spec',
  '/s/[secret]': 'needs a shared link',
  '/set-up': 'exists before the first account only',
  '/sign-in/second-factor': 'needs a second factor',
  '/sign-up': 'is a form like the one of signing in',
  '/spec/[secret]': 'needs a link',
  '/verify': 'needs a mail',
  '/verify-spec': 'is a field for a file',
}
