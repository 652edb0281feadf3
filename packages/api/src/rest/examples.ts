/** The parameters and the body of an example request; `project` is `lab` in all of them. */
export type RestExample = {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** A body that is not JSON, such as the output of a benchmark. */
  text?: string
}

const RUN = 'b1f4d2a6-3c58-4e0b-9a77-5d2c8e61f0a3'
const OTHER_RUN = 'b1f4d2a6-3c58-4e0b-9a77-5d2c8e61f0a4'
const RELEASES = 'rows=test&columns=version&base=version:17.6'

const documentOf = (version: string, qps: number) => ({
  ...{ schemaVersion: 1, product: 'Postgres', version },
  build: { name: 'o2nofp', compiler: 'gcc', flags: '-O2 -fno-omit-frame-pointer' },
  ...{ config: { name: 'x10a', settings: { io_method: 'sync' } }, hardware: { name: 'dell32', cores: 32 } },
  ...{ benchmark: { name: 'sysbench' }, workload: { name: 'cached, 8 tables, 10M rows' }, repeat: 1 },
  ...{ startedAt: '2026-11-02T08:00:00Z', finishedAt: '2026-11-02T08:10:00Z' },
  tests: [{ name: 'point-query', order: 1, primaryMetric: 'qps' }],
  metricNames: ['qps', 'latency_ms_p95'],
  results: [{ test: 'point-query', clients: 24, values: [qps, 0.05] }],
})

const OUTPUT = `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 8

SQL statistics:
    queries performed:
        read:                            1200000
        write:                           0
        other:                           0
        total:                           1200000
    transactions:                        1200000 (20000.00 per sec.)
    queries:                             1200000 (20000.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)

General statistics:
    total time:                          60.0000s
    total number of events:              1200000

Latency (ms):
         min:                                    0.10
         avg:                                    0.40
         max:                                    9.00
         95th percentile:                        0.60
         sum:                               480000.00

Threads fairness:
    events (avg/stddev):           150000.0000/100.00
    execution time (avg/stddev):   60.0000/0.00
`
const OUTPUT_QUERY = {
  ...{ project: 'lab', name: 'oltp_point_select.txt', product: 'Postgres', version: '18.1', hardware: 'dell32' },
  ...{ config: 'x10a', set: 'test=oltp_point_select', workload: 'cached' },
}

/**
 * An example of each operation, in an order in which all of them can be sent to an empty project. A test sends them; an
 * id that the server chose, in braces, is taken from the response to an earlier example.
 */
export const REST_EXAMPLES: Readonly<Record<string, RestExample>> = {
  putRun: { path: { runId: RUN }, body: documentOf('17.6', 640_123.5) },
  listProjects: {},
  listRuns: { query: { product: 'Postgres', limit: '10' } },
  listValues: { query: { product: 'Postgres', metric: 'qps', limit: '1000' } },
  listFindings: { query: { product: 'Postgres', direction: 'worse', since: '2026-11-01T00:00:00Z' } },
  getBadge: { query: { product: 'Postgres' } },
  getRun: { path: { runId: RUN } },
  postPreview: { query: OUTPUT_QUERY, text: OUTPUT },
  postUpload: { query: OUTPUT_QUERY, text: OUTPUT },
  getImportProfile: { query: { project: 'lab' } },
  listMissingUploadChunks: {
    query: { project: 'lab', sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  },
  compare: { query: { rows: 'test', columns: 'version', base: 'version:17.6', format: 'json' } },
  explain: { query: { rows: 'test', columns: 'version', base: 'version:17.6' } },
  postGate: { query: { project: 'lab' }, body: { base: ['Postgres 17.6'], documents: [documentOf('pr-7', 641_000)] } },
  addRunnerKey: {
    body: { name: 'lab-1', publicKey: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' },
  },
  listRunnerKeys: {},
  revokeRunnerKey: { path: { id: '{runnerKey}' } },
  createExperiment: {
    body: {
      ...{ slug: 'buffers', title: 'Settings of the buffer pool', base: 'defaults', budgetHours: 8 },
      ...{ hardware: 'dell32', benchmark: 'sysbench', workloads: ['cached, 8 tables, 10M rows'] },
      ...{ constraints: [{ metric: 'latency_ms_p95', max: 1.1 }], paretoMetrics: ['latency_ms_p95'] },
    },
  },
  listExperiments: {},
  proposeCandidate: { path: { slug: 'buffers' }, body: { description: 'shared_buffers = 8GB', parents: [0] } },
  attachCandidateRun: { path: { slug: 'buffers', number: '0' }, body: { runId: RUN } },
  getCandidateDecision: { path: { slug: 'buffers', number: '1' } },
  getExperiment: { path: { slug: 'buffers' } },
  endExperiment: { path: { slug: 'buffers' } },
  readSeries: { query: { product: 'Postgres', points: 'drawn' } },
  listSeriesRules: {},
  saveKnownBug: {
    body: { bug: '13996', product: 'Postgres', title: 'Slow start of IO workers', affectedFrom: '18.0' },
  },
  listKnownBugs: {},
  getKnownBug: { path: { slug: 'postgres-13996' } },
  removeKnownBug: { path: { slug: 'postgres-13996' } },
  addAnnotation: { body: { runId: RUN, text: 'The disk was new.' } },
  listAnnotations: {},
  removeAnnotation: { path: { id: '{annotation}' } },
  saveComparison: { path: { slug: 'releases' }, body: { title: 'Releases', query: RELEASES } },
  listSavedComparisons: {},
  getSavedComparison: { path: { slug: 'releases' } },
  exportSavedComparison: { path: { slug: 'releases' }, query: { format: 'csv' } },
  removeSavedComparison: { path: { slug: 'releases' } },
  saveReport: {
    path: { slug: 'november' },
    body: { title: 'November', tldr: 'Nothing changed.', text: '# November\n\nAll releases.' },
  },
  listReports: {},
  makeShare: { body: { title: 'Releases', what: { kind: 'comparison', query: RELEASES }, days: 30 } },
  listShares: {},
  getShare: { path: { id: '{share}' } },
  changeShare: { path: { id: '{share}' }, body: { name: 'All releases' } },
  revokeShare: { path: { id: '{share}' } },
  createSpec: { body: { kind: 'functional', title: 'Exact sums', text: '# Exact sums\n\nThe same on every machine.' } },
  listSpecs: {},
  getSpec: { path: { spec: 'FS-1' } },
  reviseSpec: {
    path: { spec: 'FS-1' },
    body: { base: 1, title: 'Exact sums', text: '# Exact sums\n\nThe same sum on every machine.', note: 'clearer' },
  },
  actOnSpec: {
    path: { spec: 'FS-1' },
    body: { kind: 'give', body: 'Also for floats?', anchor: { kind: 'whole' }, revision: 2, giver: 'Vera' },
  },
  verifySpec: { path: { spec: 'FS-1' } },
  exportSpec: { path: { spec: 'FS-1' }, query: { format: 'markdown' } },
  addSpecAttachment: { query: { name: 'plan.txt' }, text: 'First the sums, then the means.' },
  makeSpecLink: { path: { spec: 'FS-1' }, body: {} },
  listSpecLinks: { path: { spec: 'FS-1' } },
  revokeSpecLink: { path: { spec: 'FS-1', id: '{link}' } },
  invalidate: { path: { runId: RUN }, body: { reason: 'Another job ran on the machine.' } },
  withdrawInvalidation: { path: { runId: RUN, id: '{invalidation}' } },
  registerRunner: {
    path: { runner: 'lab3' },
    body: {
      ...{ hardware: 'dell32', labels: ['nvme'], version: '0.2.0' },
      commands: [{ name: 'point-query', parameters: [{ name: 'version', pattern: '1[0-9][.][0-9]' }] }],
    },
  },
  listRunners: {},
  requestRun: { body: { command: 'point-query', parameters: { version: '18.1' }, labels: ['nvme'] } },
  listRunRequests: { query: { state: 'waiting' } },
  getRunRequest: { path: { request: '{request}' } },
  leaseRunRequest: { path: { runner: 'lab3' }, body: { session: 1, waitSeconds: 0 } },
  extendLease: {
    path: { attempt: '{attempt}' },
    body: { fencingToken: 1, log: { number: 0, text: 'Running the test with following options:' } },
  },
  readAttemptLog: { path: { attempt: '{attempt}' } },
  reportAttempt: {
    path: { attempt: '{attempt}' },
    body: { fencingToken: 1, outcome: 'succeeded', exitCode: 0, runIds: [RUN] },
  },
  cancelRunRequest: { path: { request: '{request}' } },
  previewRunPlan: { body: { kind: 'repeat', command: 'point-query', values: ['18.0', '18.1'], repeats: 3 } },
  startRunPlan: { body: { kind: 'interleave', command: 'point-query', values: ['18.0', '18.1'], runner: 'lab3' } },
  listRunPlans: {},
  getRunPlan: { path: { plan: '{plan}' } },
  cancelRunPlan: { path: { plan: '{plan}' } },
  saveRunEngine: {
    path: { runner: 'github' },
    body: {
      ...{ engine: 'github-workflow', credential: 'github_pat_example', ref: 'main', hardware: 'dell32' },
      address: 'https://api.github.com/repos/lab/shop/actions/workflows/benchmark.yml/dispatches',
      commands: [{ name: 'nightly', parameters: [{ name: 'version', pattern: '1[0-9][.][0-9]' }] }],
    },
  },
  listRunEngines: {},
  removeRunEngine: { path: { runner: 'github' } },
  getProjectQuotas: {},
  reportLeakedTokens: { body: { tokens: ['assay_runner_0123456789abcdefghijklmnopqrst_000000'] } },
  removeRun: { path: { runId: OTHER_RUN } },
}

/** The operations without an example, and why. */
export const WITHOUT_EXAMPLE: Readonly<Record<string, string>> = {
  ...{
    putUploadChunk: 'its address is the hash of a chunk',
    putBlob: 'its address is the hash of a file',
    getAttachment: 'its address is the hash of a file',
  },
  getSpecAttachment: 'its address is the hash of a file',
  ...{ getSamples: 'needs a run with samples', getHistograms: 'needs a run with histograms' },
  ...{ exportReport: 'needs a published report', importSpec: 'its body is an exported file' },
  importSpecRevision: 'its body is an exported file',
  ...{
    trySeriesRule: 'needs a history',
    saveSeriesRule: 'a person manages rules',
    removeSeriesRule: 'a person manages rules',
  },
  ...{ listTargets: 'a person manages channels', listMessages: 'a person manages channels' },
  ...{ getMessage: 'a person manages channels', redeliverMessage: 'a person manages channels' },
  removeRunner: 'a person manages runners',
  leaseOneRunRequest: 'needs a request that an engine was asked to execute',
  ...{ getOrganizationQuotas: 'for members of the organization', streamProjectEvents: 'a stream that does not end' },
  ...{ exportProjectAudit: 'needs the scope audit', exportSignedProjectAudit: 'needs the scope audit' },
  ...{ exportOrganizationAudit: 'for maintainers', exportSignedOrganizationAudit: 'for maintainers' },
  ...{ streamProjectAudit: 'a stream that does not end', streamOrganizationAudit: 'a stream that does not end' },
}

type Parameter = { name?: string; in?: string; example?: unknown }
type Operation = { operationId?: string; parameters?: Parameter[]; requestBody?: { content?: Record<string, object> } }

/** Adds the examples to an OpenAPI document, at the parameters and the bodies that they are values of. */
export function addExamples(paths: Readonly<Record<string, unknown>>): void {
  for (const path of Object.values(paths)) {
    for (const operation of Object.values(path ?? {}) as Operation[]) {
      const example = REST_EXAMPLES[operation.operationId ?? '']
      if (example === undefined) continue
      const values: Record<string, string> = { project: 'lab', ...example.path, ...example.query }
      for (const parameter of operation.parameters ?? []) {
        const value = values[parameter.name ?? '']
        if (value !== undefined && !value.startsWith('{')) parameter.example = value
      }
      const json = operation.requestBody?.content?.['application/json']
      if (json !== undefined && example.body !== undefined) Object.assign(json, { example: example.body })
    }
  }
}
