import { packArchive } from '@assay/testing/import/pack-archive'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { createUploadClient, type UploadClient } from '@assay/testing/server/upload-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let uploads: UploadClient

beforeAll(async () => {
  server = await startTestServer()
  uploads = await createUploadClient(server)
})
afterAll(() => server.stop())

const SYSBENCH = [
  'sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)',
  '',
  'Running the test with following options:',
  'Number of threads: 2',
  'Initializing random number generator from current time',
  '',
  '',
  'Initializing worker threads...',
  '',
  'Threads started!',
  '',
  'SQL statistics:',
  '    queries performed:',
  '        read:                            1000',
  '        write:                           0',
  '        other:                           0',
  '        total:                           1000',
  '    transactions:                        1000   (99.95 per sec.)',
  '    queries:                             1000   (99.95 per sec.)',
  '    ignored errors:                      0      (0.00 per sec.)',
  '    reconnects:                          0      (0.00 per sec.)',
  '',
  'General statistics:',
  '    total time:                          10.0050s',
  '    total number of events:              1000',
  '',
  'Latency (ms):',
  '         min:                                    0.50',
  '         avg:                                    1.00',
  '         max:                                    9.00',
  '         95th percentile:                        2.00',
  '         sum:                                 1000.00',
  '',
  'Threads fairness:',
  '    events (avg/stddev):           500.0000/1.00',
  '    execution time (avg/stddev):   10.0000/0.00',
  '',
].join('\n')

const STEP = 'oct25.sb.pg.dell32/x.pg176_o2nofp.x10a_c32r128.pk1/sb.o.point-query.range100.pk1.dop2'

const ON_DELL32 = { query: '?hardware=dell32' }

test('curl can upload a .tar.gz of a folder, which is parsed and stored with its raw files', async () => {
  const answer = await uploads.post(await packArchive((tar) => void tar.entry({ name: STEP }, SYSBENCH)), ON_DELL32)
  expect(answer.status).toBe(200)
  const receipt = (await answer.json()) as { runs: { runId: string }[]; problems: unknown[] }
  expect(receipt.runs).toHaveLength(1)
  const run = (await (await server.send(`/api/v1/projects/demo/runs/${receipt.runs[0]?.runId}`)).json()) as {
    version: string
    attachments: { name: string; sha256: string }[]
    results: { test: string; clients: number }[]
  }
  expect(run).toMatchObject({ product: 'PostgreSQL', version: '17.6', config: 'x10a_c32r128' })
  expect(run.results).toMatchObject([{ test: 'point-query_range=100', clients: 2 }])
  const raw = await server.send(`/api/v1/projects/demo/attachments/${run.attachments[0]?.sha256}`)
  expect(await raw.text()).toBe(SYSBENCH)
  expect(raw.headers.get('content-disposition')).toMatch(/^attachment/)
})

test('a raw upload with one conflicting run stores none of its runs, or all of them as repeats', async () => {
  const machine = { query: '?hardware=dell32' }
  const slower = SYSBENCH.replaceAll('1000   (99.95', '900   (89.96').replaceAll(
    /(total|events|read): +1000\n/g,
    '$1: 900\n',
  )
  const folder = (dbms: string) =>
    `oct25.sb.pg.dell32/x.${dbms}_o2nofp.x10a_c32r128.pk1/sb.o.point-query.range100.pk1.dop2`
  const first = await uploads.post(
    await packArchive((tar) => void tar.entry({ name: folder('pg150') }, SYSBENCH)),
    machine,
  )
  expect(first.status).toBe(200)
  const before = await uploads.runCount()
  const both = await packArchive(
    (tar) => void ['pg151', 'pg150'].map((dbms) => tar.entry({ name: folder(dbms) }, slower)),
  )
  const refused = await uploads.post(both, machine)
  expect(refused.status).toBe(409)
  const problem = (await refused.json()) as { code: string; errors: { file: string; message: string }[] }
  expect(problem.code).toBe('result-conflict')
  expect(problem.errors[0]?.file).toBe(folder('pg150'))
  expect(problem.errors[0]?.message).toMatch(/qps of point-query_range=100 at 2 clients is 89.96, but 99.95 is stored/)
  expect(await uploads.runCount()).toBe(before)
  const stored = await uploads.post(both, { query: `${machine.query}&onConflict=repeat` })
  expect(((await stored.json()) as { runs: unknown[] }).runs).toHaveLength(2)
  expect(await uploads.runCount()).toBe(before + 2)
})

test('a single file needs its name, and the query adds facts that the name lacks', async () => {
  const nameless = await uploads.post(Buffer.from(SYSBENCH), { type: 'text/plain' })
  expect(nameless.status).toBe(422)
  const query =
    '?name=out.txt&product=Postgres&version=18.0&config=default&hardware=laptop&workload=small&build=debian&set=test=read-only'
  const named = await uploads.post(Buffer.from(SYSBENCH), { type: 'text/plain', query })
  expect(await named.json()).toMatchObject({ runs: [{ outcome: 'stored' }] })
})

const MACHINES = ['c6i.12xlarge', 'm5d.2xlarge', 'm6g.4xlarge']
const onMachines = () =>
  packArchive((tar) => {
    for (const [i, machine] of MACHINES.entries()) {
      tar.entry({ name: STEP.replace('oct25.sb.pg.dell32', `aws/${machine}`) }, sysbenchText({ qps: 100 + i }))
    }
  })

test('an unknown machine is a question: nothing is stored until a parameter answers it', async () => {
  const before = await uploads.runCount()
  const preview = await uploads.post(await onMachines())
  expect(preview.status).toBe(422)
  expect(await preview.json()).toMatchObject({
    code: 'question-open',
    detail: expect.stringMatching(/hardware=NAME.*hardware=@folder.*One NAME assigns all.*Nothing was stored/),
    questions: [
      { field: 'hardware', parameter: 'hardware', runs: 3, candidates: expect.arrayContaining([...MACHINES, 'aws']) },
    ],
  })
  expect(await uploads.runCount()).toBe(before)
  const answered = await uploads.post(await onMachines(), { query: '?hardware=@folder' })
  expect([answered.status, await uploads.runCount()]).toEqual([200, before + 3])
})

const sized = (...folders: [name: string, cpus: number][]) =>
  packArchive((tar) => {
    for (const [i, [folder, cpus]] of folders.entries()) {
      tar.entry({ name: STEP.replace('oct25.sb.pg.dell32', folder) }, sysbenchText({ qps: 500 + i, cpus }))
    }
  })

test('two folders whose files show 16 and 48 CPUs are two machines, in one upload or in two', async () => {
  const before = await uploads.runCount()
  const both = await sized(['small', 16], ['large', 48])
  const refused = await uploads.post(both, { query: '?hardware=twins' })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    code: 'results-contradict',
    detail: expect.stringMatching(/small.*:2: prints 16 logical CPUs, but large.*:2 prints 48.*Nothing was stored/),
    errors: [{ line: 2 }],
  })
  expect(await uploads.runCount()).toBe(before)
  expect((await uploads.post(both, { query: '?hardware=@folder' })).status).toBe(200)
  expect(await uploads.runCount()).toBe(before + 2)

  expect((await uploads.post(await sized(['one', 16]), { query: '?hardware=later&config=one' })).status).toBe(200)
  const later = await uploads.post(await sized(['other', 48]), { query: '?hardware=later&config=other' })
  expect(later.status).toBe(422)
  expect(((await later.json()) as { detail: string }).detail).toMatch(/16.*48|48.*16/)
  expect(await uploads.runCount()).toBe(before + 3)
})

test('a folder named 8core whose files show 48 CPUs is a question, which a parameter answers', async () => {
  const preview = await uploads.post(await sized(['8core', 48]))
  expect(await preview.json()).toMatchObject({ code: 'question-open', questions: [{ candidates: ['8core'] }] })
  const answered = await uploads.post(await sized(['8core', 48]), { query: '?hardware=epyc' })
  const { runs } = (await answered.json()) as { runs: { runId: string }[] }
  const run = await (await server.send(`/api/v1/projects/demo/runs/${runs[0]?.runId}`)).json()
  expect(run).toMatchObject({ hardware: 'epyc', testbed: { cpus: 48 } })
})

test.each([
  ['hardware', 'laptop7'],
  ['set', 'hardware=laptop7'],
])('the part %s of a form answers as well', async (part, value) => {
  const form = new FormData()
  form.set('file', new File([await packArchive((tar) => void tar.entry({ name: STEP }, SYSBENCH))], 'results.tar.gz'))
  form.set(part, value)
  const headers = { authorization: `Bearer ${uploads.token}` }
  const answer = await server.send('/api/v1/uploads', { method: 'POST', body: form, headers })
  expect(answer.status).toBe(200)
  form.set('colour', 'red')
  const refused = await server.send('/api/v1/uploads', { method: 'POST', body: form, headers })
  expect(await refused.json()).toMatchObject({ code: 'query-invalid', detail: expect.stringContaining('"colour"') })
})

test('unknown lines are reported by file and line, and the rest is imported', async () => {
  const broken = STEP.replace('point-query', 'read-only')
  const answer = await uploads.post(
    await packArchive((tar) => {
      tar.entry({ name: STEP.replace('pg176', 'pg180') }, SYSBENCH)
      tar.entry({ name: broken.replace('pg176', 'pg180') }, '\n')
    }),
    ON_DELL32,
  )
  const receipt = (await answer.json()) as { runs: unknown[]; problems: { file: string; line?: number }[] }
  expect(receipt.runs).toHaveLength(1)
  expect(receipt.problems).toMatchObject([{ file: expect.stringContaining('read-only') }])
})

test('a test that its tool reports as failed is stored as failed, without a value', async () => {
  const failed = STEP.replace('point-query', 'insert').replace('pg176', 'pg181')
  const answer = await uploads.post(
    await packArchive((tar) => void tar.entry({ name: failed }, 'FATAL: unable to connect\n')),
    ON_DELL32,
  )
  const { runs, problems } = (await answer.json()) as { runs: { runId: string }[]; problems: unknown[] }
  expect([answer.status, runs.length, problems]).toEqual([200, 1, []])
  const stored = await server.send(`/api/v1/projects/demo/runs/${runs[0]?.runId}`)
  const { results } = (await stored.json()) as { results: { values: unknown[]; badges: unknown[]; failure: unknown }[] }
  expect(results).toMatchObject([
    {
      failure: 'FATAL: unable to connect',
      badges: [{ code: 'failed', text: 'Failed: FATAL: unable to connect' }],
    },
  ])
  expect(results[0]?.values.every((value) => value === null)).toBe(true)
})

test('a contradiction refuses the whole upload with file and line, unless skipRefused stores the other runs', async () => {
  const refused = STEP.replace('pg176', 'pg170')
  const sent = await packArchive((tar) => {
    tar.entry({ name: STEP.replace('pg176', 'pg171') }, SYSBENCH)
    tar.entry({ name: refused }, SYSBENCH.replace(/(queries: +\d+ +\()/, '$1-'))
  })
  const answer = await uploads.post(sent, ON_DELL32)
  const problem = (await answer.json()) as { code: string; detail: string; errors: { file: string; line?: number }[] }
  expect([answer.status, problem.code]).toEqual([422, 'run-refused'])
  expect(problem.errors).toMatchObject([{ file: refused, line: expect.any(Number) }])
  expect(problem.detail).toContain('skipRefused=true')
  const skipped = await uploads.post(sent, { query: `${ON_DELL32.query}&skipRefused=true` })
  expect(((await skipped.json()) as { runs: unknown[] }).runs).toHaveLength(1)
})

test('an invalid inline profile is refused with its line', async () => {
  const form = new FormData()
  form.set('file', new File([await packArchive((tar) => void tar.entry({ name: STEP }, SYSBENCH))], 'results.tar.gz'))
  form.set('profile', new File(['name: [unfinished'], 'profile.yaml'))
  const answer = await server.send('/api/v1/uploads', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${uploads.token}` },
  })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'profile-invalid' })
})
