import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerTasks } from '@assay/api/jobs/job-worker'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

/** The fields of a query of the data source Infinity that decide what is requested and read. */
const Query = z.looseObject({
  type: z.literal('json'),
  source: z.literal('url'),
  parser: z.literal('backend'),
  url: z.string(),
  root_selector: z.string(),
  columns: z.array(
    z.object({ selector: z.string(), text: z.string(), type: z.enum(['string', 'number', 'timestamp']) }),
  ),
})
type Query = z.infer<typeof Query>

const Dashboard = z.looseObject({
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), query: z.unknown() })) }),
  annotations: z.object({ list: z.array(z.looseObject({ name: z.string(), target: Query })) }),
  panels: z.array(z.looseObject({ title: z.string(), targets: z.array(Query) })),
})

const { templating, annotations, panels } = Dashboard.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'results-dashboard.json'), 'utf8')),
)
const variables = templating.list.flatMap(({ name, query }) => {
  const { data } = z.object({ infinityQuery: Query }).safeParse(query)
  return data === undefined ? [] : [[`the variable ${name}`, data.infinityQuery] as const]
})
const queries: (readonly [string, Query])[] = [
  ...variables,
  ...annotations.list.map(({ name, target }) => [`the annotation ${name}`, target] as const),
  ...panels.flatMap(({ title, targets }) => targets.map((target) => [`the panel ${title}`, target] as const)),
]

/** Values of the variables, as a person would choose them. */
const CHOSEN: Record<string, string> = {
  ...{ project: 'lab~lab', product: 'Postgres', hardware: 'dell32', metric: 'qps', test: 'scan' },
  ...{ __from: '2025-01-01T00:00:00.000Z', __to: '2027-01-01T00:00:00.000Z' },
}

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  const lab = await server.addProject('lab', 'private')
  token = await lab.addToken(['read'])
  await server.db.jobs.enqueue('find-changes', { projectId: lab.project.id, product: 'none' }, 'makes the queue')
  for (const [version, qps] of Object.entries({ '17.6': 1000, '18.0': 800, '18.1': 1000 })) {
    for (const repeat of [1, 2, 3, 4, 5, 6, 7]) {
      const document = exampleDocument({
        ...{ version, repeat, startedAt: `2025-10-0${repeat}T10:00:00Z`, metricNames: ['qps'] },
        tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
        results: [{ test: 'scan', clients: 1, values: [qps + repeat] }],
      })
      await server.send(`/api/v1/runs/${crypto.randomUUID()}`, {
        ...{ method: 'PUT', body: JSON.stringify(document) },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.token}` },
      })
    }
  }
  await server.db.jobs.runPending(workerTasks(server.services))
})
afterAll(() => server.stop())

test('the dashboard has queries for its variables, annotations and panels', () => {
  expect(queries.map(([name]) => name)).toHaveLength(7)
})

test.each(queries)('%s gets rows with the columns that it names', async (_name, { url, root_selector, columns }) => {
  const address = url.replaceAll(/\$\{(\w+)(?::[\w:]+)?\}/g, (_, name: string) => {
    expect(Object.keys(CHOSEN)).toContain(name)
    return encodeURIComponent(CHOSEN[name] ?? '')
  })
  // Open findings only; the regression is fixed in 18.1, and so every state is asked for.
  const answer = await server.send(`${address}${address.includes('/findings') ? '&state=all' : ''}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const rows = z
    .array(z.record(z.string(), z.unknown()))
    .parse(z.record(z.string(), z.unknown()).parse(await answer.json())[root_selector])
  expect(rows.length).toBeGreaterThan(0)
  for (const { selector, type } of columns) {
    const values = rows.map((row) => row[selector])
    expect(values, selector).not.toContain(undefined)
    const stated = values.filter((value) => value !== null)
    if (type === 'number') expect(stated.every(Number.isFinite), selector).toBe(true)
    if (type === 'timestamp')
      expect(
        stated.map((value) => Date.parse(String(value))),
        selector,
      ).not.toContain(Number.NaN)
  }
})
