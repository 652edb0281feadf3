import type { Caller } from '@assay/api/access/resolve-access'
import { createCaller } from '@assay/api/router'
import type { Services } from '@assay/api/services'
import type { NewShareInput } from '@assay/api/shares/create-share'
import { openShare } from '@assay/api/shares/open-share'
import { addPerson } from '@assay/db/testing'
import { anonymous, personNamed, tokenOf } from './callers.ts'
import { exampleDocument } from './example-document.ts'
import { startTestServer } from './test-server.ts'

export const COMPARISON = {
  kind: 'comparison' as const,
  query: 'columns=version&base=version:17.6',
  study: null,
  own: {},
}

const TITLE = 'MySQL 17.6 to 18.0'

/** A test server with the project `lab`, in which `ada` shares a comparison of two versions. */
export async function startShareLab() {
  const server = await startTestServer()
  const clock = { now: new Date('2026-11-21T12:00:00Z') }
  const services: Services = { ...server.services, now: () => clock.now }
  const { project } = await server.addProject('lab')
  const runner = createCaller({ services, caller: tokenOf(project, ['upload', 'write']) })
  const id = await addPerson(server.url, 'ada', { organizations: { [project.organization.id]: 'author' } })
  const ada = personNamed('ada', id)
  const author = createCaller({ services, caller: ada })
  for (const [version, qps] of [
    ['17.6', 1000],
    ['18.0', 950],
  ] as const) {
    await runner.runs.upload({
      onConflict: 'replace',
      document: exampleDocument({
        runId: crypto.randomUUID(),
        product: 'MySQL',
        version,
        config: { name: 'mysql_x10a', text: '[mysqld]\n' },
        metricNames: ['qps'],
        tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
        results: [{ test: 'scan', clients: 1, values: [qps], command: 'sysbench --mysql-host=x --db-driver=mysql' }],
      }),
    })
  }
  return {
    ...{ server, services, clock, project, runner, ada, author },
    create: (changes: Partial<NewShareInput> = {}) =>
      author.shares.create({ project: 'lab', share: { title: TITLE, what: COMPARISON, ...changes } }),
    open: (secret: string | null, caller: Caller = anonymous, proof: string | null = null) =>
      openShare(services, { secret: secret ?? '' }, { caller, proof }),
    /** The share as its authors see it in the list. */
    listed: async () => (await author.shares.list({ project: 'lab' })).find(({ title }) => title === TITLE),
  }
}

export type ShareLab = Awaited<ReturnType<typeof startShareLab>>
