import { scopeOf } from '@assay/db/open'
import { environmentNoise } from '@assay/domain/compare/noise/neighbor-floor'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadRun } from '../runs/upload-run.ts'
import { detectRegressions } from './detect-regressions.ts'
import { estimateNoise } from './estimate-noise.ts'
import { planVersionPairs } from './plan-version-pairs.ts'

const PRODUCT = 'Postgres'
const MACHINES = ['dell32', 'pn53']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function openProject() {
  const { project } = await server.addProject('noise')
  const access = { project, role: null, queries: server.db.in(scopeOf(project)) }
  const upload = async (hardware: string, version: string, qps: number) => {
    const document = exampleDocument({
      product: PRODUCT,
      version,
      hardware: { name: hardware },
      metricNames: ['qps'],
      tests: ['scan', 'insert'].map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
      results: ['scan', 'insert'].map((name, at) => ({ test: name, clients: 1, values: [qps + 7 * at] })),
    })
    expect(await uploadRun(server.services, access, { input: document, onConflict: 'stop' })).toMatchObject({
      ok: true,
    })
  }
  const scan = async () => {
    while ((await detectRegressions(server.services, { projectId: project.id, product: PRODUCT })).left);
  }
  return { access, upload, scan }
}

type Access = Awaited<ReturnType<typeof openProject>>['access']

/** Runs the step of a scan that estimates noise, and returns the machines whose estimates it stored. */
async function estimatedMachines(access: Access): Promise<string[]> {
  const { findings } = access.queries
  const [environments, state] = await Promise.all([findings.outline(PRODUCT), findings.scanState(PRODUCT)])
  const touched = environments.filter(({ id, ...one }) => state.environments.get(id) !== one.state)
  const stored: string[] = []
  const recording: typeof findings = {
    ...findings,
    async storeNoise(product, estimates) {
      const ids = new Set(estimates.map(({ id }) => id))
      stored.push(...environments.filter(({ id }) => ids.has(id)).map(({ hardware }) => hardware))
      await findings.storeNoise(product, estimates)
    },
  }
  const own = { ...access, queries: { ...access.queries, findings: recording } }
  await estimateNoise(own, PRODUCT, { environments, touched, planned: planVersionPairs(environments), state })
  return stored.sort()
}

/** Leaves every environment as a scan does that ends after the first pair whose results did not change. */
async function interruptScan({ queries: { findings } }: Access) {
  const [environments, state] = await Promise.all([findings.outline(PRODUCT), findings.scanState(PRODUCT)])
  const pairs = MACHINES.flatMap((machine) => {
    const found = planVersionPairs(environments).find(({ environment }) => environment.hardware === machine)
    if (found === undefined) return []
    const { id, environment, pair } = found
    return [
      {
        ...{ id, environment, from: pair.from, to: pair.to, kind: pair.kind, release: null },
        ...{ state: state.pairs.get(id)?.state ?? '', verdicts: { changes: [], same: [] } },
      },
    ]
  })
  await findings.storeVerdicts(PRODUCT, { pairs, missing: { pairs: [], environments: [] } })
}

/** Estimates the noise of every environment from the stored steps, regardless of states. */
async function estimatesFromSteps({ queries: { findings } }: Access) {
  const environments = await findings.outline(PRODUCT)
  const planned = planVersionPairs(environments)
  const estimates = new Map<string, unknown>()
  for (const environment of environments) {
    const ids = planned.filter((one) => one.environment === environment && one.pair.kind === 'release')
    const steps = await findings.listSteps(ids.map(({ id }) => id))
    estimates.set(
      environment.id,
      environmentNoise(environment, steps, () => null),
    )
  }
  return estimates
}

test('a scan that continues does not estimate noise again, and new results do', async () => {
  const { access, upload, scan } = await openProject()
  for (const hardware of MACHINES) {
    for (let minor = 0; minor < 12; minor += 1) await upload(hardware, `17.${minor}`, 1000 + 3 * ((minor * 5) % 7))
  }
  await scan()
  expect(await estimatedMachines(access)).toEqual([])

  await interruptScan(access)
  expect(await estimatedMachines(access)).toEqual([])
  const stored = new Map((await access.queries.findings.listNoise(PRODUCT)).map(({ id, noise }) => [id, noise]))
  expect(stored).toEqual(await estimatesFromSteps(access))

  await upload('pn53', '17.12', 900)
  expect(await estimatedMachines(access)).toEqual(['pn53'])
  await scan()
  const after = new Map((await access.queries.findings.listNoise(PRODUCT)).map(({ id, noise }) => [id, noise]))
  expect(after).toEqual(await estimatesFromSteps(access))
  expect(after).not.toEqual(stored)
})
