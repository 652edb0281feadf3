import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.addProject('demo')).token
})
afterAll(() => server.stop())

const put = (
  body: string | Uint8Array<ArrayBuffer>,
  { id = randomUUID(), headers = {} }: { id?: string; headers?: Record<string, string> } = {},
) =>
  server.send(`/api/v1/runs/${id}`, {
    method: 'PUT',
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  })

const post = (body: Buffer, { query = '', type = 'application/gzip' }: { query?: string; type?: string } = {}) =>
  server.send(`/api/v1/uploads${query}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  })

async function runCount(): Promise<number> {
  const listed = await server.send('/api/v1/projects/demo/runs?limit=1')
  return ((await listed.json()) as { total: number }).total
}

const json = (document: unknown) => JSON.stringify(document)
const withText = (from: string, to: string) => json(exampleDocument()).replace(from, to)

test('a new run is stored with 201, and the same run again gets 200 with the same receipt', async () => {
  const id = randomUUID()
  const first = await put(json(exampleDocument()), { id })
  const again = await put(json(exampleDocument()), { id })
  expect([first.status, again.status]).toEqual([201, 200])
  const [receipt, repeated] = [await first.json(), await again.json()]
  expect(receipt).toMatchObject({ runId: id, outcome: 'stored', url: `http://assay.test/p/demo/runs/${id}` })
  expect(repeated).toEqual({ ...(receipt as object), outcome: 'already' })
})

test('the order of keys does not change the content', async () => {
  const id = randomUUID()
  await put(json(exampleDocument()), { id })
  const reversed = Object.fromEntries(Object.entries(exampleDocument()).reverse())
  expect((await put(json(reversed), { id })).status).toBe(200)
})

test('the same id with other content gets 422 and changes nothing', async () => {
  const id = randomUUID()
  await put(json(exampleDocument()), { id })
  const before = await (await server.send(`/api/v1/projects/demo/runs/${id}`)).json()
  const answer = await put(json(exampleDocument({ version: '18.0' })), { id })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'run-differs', status: 422 })
  expect(await (await server.send(`/api/v1/projects/demo/runs/${id}`)).json()).toEqual(before)
})

test('the error for a document that contradicts stored data names both values', async () => {
  await put(json(exampleDocument()))
  const answer = await put(json(exampleDocument({ hardware: { name: 'dell32', cores: 48 } })))
  expect(answer.status).toBe(422)
  const problem = (await answer.json()) as { code: string; detail: string; errors: unknown[] }
  expect(problem.code).toBe('contradiction')
  expect(problem.detail).toMatch(/"dell32" is stored with cores 32; this document has 48/)
  expect(problem.errors).toMatchObject([{ pointer: '/hardware/cores' }])
})

test('another value for a stored result gets 409 with both values, and onConflict decides how to store it', async () => {
  const measured = (qps: number, version: string) =>
    json(exampleDocument({ version, metricNames: ['qps'], results: [{ test: 'scan', clients: 8, values: [qps] }] }))
  const send = (qps: number, query = '') =>
    server.send(`/api/v1/runs/${randomUUID()}${query}`, {
      method: 'PUT',
      body: measured(qps, 'conflict-1'),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  expect((await send(1000)).status).toBe(201)
  const before = await runCount()
  const refused = await send(1200)
  expect(refused.status).toBe(409)
  const problem = (await refused.json()) as { code: string; detail: string; errors: unknown[] }
  expect(problem.code).toBe('result-conflict')
  expect(problem.detail).toMatch(/qps of scan at 8 clients is 1200, but 1000 is stored in run .*onConflict=repeat/)
  expect(problem.errors).toMatchObject([{ pointer: '/results/0/values/0' }])
  expect(await runCount()).toBe(before)
  expect([(await send(1200, '?onConflict=repeat')).status, (await send(1300, '?onConflict=replace')).status]).toEqual([
    201, 201,
  ])
  expect((await send(1300, '?onConflict=maybe')).status).toBe(422)
})

test('gzip is undone, and a token is needed', async () => {
  const packed = await put(new Uint8Array(gzipSync(json(exampleDocument({ notes: 'packed' })))), {
    headers: { 'content-encoding': 'gzip' },
  })
  expect(packed.status).toBe(201)
  const anonymous = await server.send(`/api/v1/runs/${randomUUID()}`, {
    method: 'PUT',
    body: json(exampleDocument()),
    headers: { 'content-type': 'application/json' },
  })
  expect(anonymous.status).toBe(401)
  expect(anonymous.headers.get('content-type')).toMatch('application/problem+json')
})

const refusals: [
  name: string,
  body: () => string | Uint8Array<ArrayBuffer>,
  status: number,
  where: string | null,
  headers?: Record<string, string>,
][] = [
  ['1e400', () => withText('640123.5', '1e400'), 400, '/results/0/values/0'],
  ['NaN', () => withText('640123.5', 'NaN'), 400, null],
  ['an integer beyond 2^53', () => withText('640123.5', '9007199254740993'), 400, '/results/0/values/0'],
  ['NUL', () => withText('dell32', 'dell\\u000032'), 400, '/hardware/name'],
  ['a lone surrogate', () => withText('dell32', 'dell\\ud83d32'), 400, '/hardware/name'],
  ['a __proto__ key', () => withText('"cores":32', '"__proto__":{"admin":true}'), 400, '/hardware/__proto__'],
  ['a duplicate key', () => withText('"cores":32', '"cores":32,"cores":48'), 400, '/hardware/cores'],
  ['nesting over 32', () => withText('"cores":32', `"cores":${'['.repeat(40)}${']'.repeat(40)}`), 400, null],
  ['a document over 8 MB', () => json(exampleDocument({ notes: 'x'.repeat(9 * 1024 * 1024) })), 413, null],
  [
    'a document over 64 MB unpacked',
    () => new Uint8Array(gzipSync(Buffer.alloc(65 * 1024 * 1024, 32))),
    413,
    null,
    { 'content-encoding': 'gzip' },
  ],
  [
    'truncated gzip',
    () => new Uint8Array(gzipSync(json(exampleDocument())).subarray(0, 100)),
    400,
    null,
    { 'content-encoding': 'gzip' },
  ],
  [
    'a wrong content type',
    () => json(exampleDocument()),
    415,
    null,
    { 'content-type': 'text/plain; application/json' },
  ],
  ['an unknown content encoding', () => json(exampleDocument()), 415, null, { 'content-encoding': 'br' }],
  ['bytes that are not UTF-8', () => new Uint8Array([0x22, 0xff, 0x22]), 400, null],
  ['no body', () => '', 400, null],
  ['an empty run', () => json(exampleDocument({ results: [] })), 422, '/results'],
  [
    'a result without a value',
    () => json(exampleDocument({ results: [{ test: 'a', clients: 1, values: [null, null] }] })),
    422,
    '/results/0/values',
  ],
  [
    'a result twice',
    () => json(exampleDocument({ results: [1, 2].map((value) => ({ test: 'a', clients: 1, values: [value, null] })) })),
    422,
    '/results/1',
  ],
  [
    'a list of values of another length',
    () => json(exampleDocument({ results: [{ test: 'a', clients: 1, values: [1] }] })),
    422,
    '/results/0/values',
  ],
  ['an unknown field', () => withText('"cores":32', '"cpus":32'), 422, '/hardware/cpus'],
  ['an unknown metric', () => withText('latency_ms_p95', 'latency_p95'), 422, '/metricNames/1'],
  ['another schema version', () => withText('"schemaVersion":1', '"schemaVersion":2'), 422, '/schemaVersion'],
  ['a run id that is not the address', () => json({ ...exampleDocument(), runId: randomUUID() }), 422, '/runId'],
  ['text that is no object', () => '"hello"', 422, ''],
]

test.each(refusals)(
  '%s is refused with a location, and nothing is stored',
  async (_name, body, status, where, headers = {}) => {
    const before = await runCount()
    const answer = await put(body(), { headers })
    const problem = (await answer.json()) as {
      status: number
      title: string
      detail: string
      errors?: { pointer?: string }[]
    }
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
    expect(problem).toMatchObject({ status })
    expect(problem.detail.length).toBeGreaterThan(10)
    if (where !== null) expect(problem.errors?.[0]?.pointer).toBe(where)
    expect(await runCount()).toBe(before)
  },
)

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

async function archive(fill: (tar: ReturnType<typeof pack>) => void, gzip = true): Promise<Buffer> {
  const tar = pack()
  fill(tar)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer) // A byte stream yields Buffers.
  return gzip ? gzipSync(Buffer.concat(chunks)) : Buffer.concat(chunks)
}

const STEP = 'oct25.sb.pg.dell32/x.pg176_o2nofp.x10a_c32r128.pk1/sb.o.point-query.range100.pk1.dop2'

const ON_DELL32 = { query: '?hardware=dell32' }

test('curl can upload a .tar.gz of a folder, which is parsed and stored with its raw files', async () => {
  const answer = await post(await archive((tar) => void tar.entry({ name: STEP }, SYSBENCH)), ON_DELL32)
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
  const first = await post(await archive((tar) => void tar.entry({ name: folder('pg150') }, SYSBENCH)), machine)
  expect(first.status).toBe(200)
  const before = await runCount()
  const both = await archive((tar) => void ['pg151', 'pg150'].map((dbms) => tar.entry({ name: folder(dbms) }, slower)))
  const refused = await post(both, machine)
  expect(refused.status).toBe(409)
  const problem = (await refused.json()) as { code: string; errors: { file: string; message: string }[] }
  expect(problem.code).toBe('result-conflict')
  expect(problem.errors[0]?.file).toBe(folder('pg150'))
  expect(problem.errors[0]?.message).toMatch(/qps of point-query_range=100 at 2 clients is 89.96, but 99.95 is stored/)
  expect(await runCount()).toBe(before)
  const stored = await post(both, { query: `${machine.query}&onConflict=repeat` })
  expect(((await stored.json()) as { runs: unknown[] }).runs).toHaveLength(2)
  expect(await runCount()).toBe(before + 2)
})

test('a single file needs its name, and the query adds facts that the name lacks', async () => {
  const nameless = await post(Buffer.from(SYSBENCH), { type: 'text/plain' })
  expect(nameless.status).toBe(422)
  const query = '?name=out.txt&product=Postgres&version=18.0&config=default&hardware=laptop&workload=small&build=debian'
  const named = await post(Buffer.from(SYSBENCH), { type: 'text/plain', query })
  expect(await named.json()).toMatchObject({ runs: [{ outcome: 'stored' }] })
})

const machineS = ['c6i.12xlarge', 'm5d.2xlarge', 'm6g.4xlarge']
const onMachines = () =>
  archive((tar) => {
    for (const [i, machine] of machineS.entries()) {
      tar.entry({ name: STEP.replace('oct25.sb.pg.dell32', `aws/${machine}`) }, sysbenchText({ qps: 100 + i }))
    }
  })

test('an unknown machine is a question: nothing is stored until a parameter answers it', async () => {
  const before = await runCount()
  const asked = await post(await onMachines())
  expect(asked.status).toBe(422)
  expect(await asked.json()).toMatchObject({
    code: 'question-open',
    detail: expect.stringMatching(/hardware=NAME.*hardware=@folder.*Nothing was stored/),
    questions: machineS.map((machine) => ({
      field: 'hardware',
      parameter: 'hardware',
      runs: 1,
      candidates: [machine, 'aws'],
    })),
  })
  expect(await runCount()).toBe(before)
  const answered = await post(await onMachines(), { query: '?hardware=@folder' })
  expect([answered.status, await runCount()]).toEqual([200, before + 3])
})

const sized = (...folders: [name: string, cpus: number][]) =>
  archive((tar) => {
    for (const [i, [folder, cpus]] of folders.entries()) {
      tar.entry({ name: STEP.replace('oct25.sb.pg.dell32', folder) }, sysbenchText({ qps: 500 + i, cpus }))
    }
  })

test('two folders whose files show 16 and 48 CPUs are two machines, in one upload or in two', async () => {
  const before = await runCount()
  const both = await sized(['small', 16], ['large', 48])
  const refused = await post(both, { query: '?hardware=twins' })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    code: 'results-contradict',
    detail: expect.stringMatching(/small.*:2: prints 16 logical CPUs, but large.*:2 prints 48.*Nothing was stored/),
    errors: [{ line: 2 }],
  })
  expect(await runCount()).toBe(before)
  expect((await post(both, { query: '?hardware=@folder' })).status).toBe(200)
  expect(await runCount()).toBe(before + 2)

  expect((await post(await sized(['one', 16]), { query: '?hardware=later&config=one' })).status).toBe(200)
  const later = await post(await sized(['other', 48]), { query: '?hardware=later&config=other' })
  expect(later.status).toBe(422)
  expect(((await later.json()) as { detail: string }).detail).toMatch(/16.*48|48.*16/)
  expect(await runCount()).toBe(before + 3)
})

test('a folder named 8core whose files show 48 CPUs is a question, which a parameter answers', async () => {
  const asked = await post(await sized(['8core', 48]))
  expect(await asked.json()).toMatchObject({ code: 'question-open', questions: [{ candidates: ['8core'] }] })
  const answered = await post(await sized(['8core', 48]), { query: '?hardware=epyc' })
  const { runs } = (await answered.json()) as { runs: { runId: string }[] }
  const run = await (await server.send(`/api/v1/projects/demo/runs/${runs[0]?.runId}`)).json()
  expect(run).toMatchObject({ hardware: 'epyc', testbed: { cpus: 48 } })
})

test.each([
  ['hardware', 'laptop7'],
  ['set', 'hardware=laptop7'],
])('the part %s of a form answers as well', async (part, value) => {
  const form = new FormData()
  form.set('file', new File([await archive((tar) => void tar.entry({ name: STEP }, SYSBENCH))], 'results.tar.gz'))
  form.set(part, value)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.send('/api/v1/uploads', { method: 'POST', body: form, headers })
  expect(answer.status).toBe(200)
  form.set('colour', 'red')
  const refused = await server.send('/api/v1/uploads', { method: 'POST', body: form, headers })
  expect(await refused.json()).toMatchObject({ code: 'query-invalid', detail: expect.stringContaining('"colour"') })
})

test('unknown lines are reported by file and line, and the rest is imported', async () => {
  const broken = STEP.replace('point-query', 'read-only')
  const answer = await post(
    await archive((tar) => {
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
  const answer = await post(
    await archive((tar) => void tar.entry({ name: failed }, 'FATAL: unable to connect\n')),
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

test('a document with an impossible value is refused at its pointer', async () => {
  const answer = await put(
    json({ ...exampleDocument(), metricNames: ['qps'], results: [{ test: 'a', clients: 1, values: [-1] }] }),
  )
  const problem = (await answer.json()) as { errors: unknown[] }
  expect([answer.status, problem.errors]).toEqual([
    422,
    [{ pointer: '/results/0/values/0', message: 'qps is -1, and cannot be negative' }],
  ])
})

test('a contradiction refuses the whole upload with file and line, unless skipRefused stores the other runs', async () => {
  const refused = STEP.replace('pg176', 'pg170')
  const sent = await archive((tar) => {
    tar.entry({ name: STEP.replace('pg176', 'pg171') }, SYSBENCH)
    tar.entry({ name: refused }, SYSBENCH.replace(/(queries: +\d+ +\()/, '$1-'))
  })
  const answer = await post(sent, ON_DELL32)
  const problem = (await answer.json()) as { code: string; detail: string; errors: { file: string; line?: number }[] }
  expect([answer.status, problem.code]).toEqual([422, 'run-refused'])
  expect(problem.errors).toMatchObject([{ file: refused, line: expect.any(Number) }])
  expect(problem.detail).toContain('skipRefused=true')
  const skipped = await post(sent, { query: `${ON_DELL32.query}&skipRefused=true` })
  expect(((await skipped.json()) as { runs: unknown[] }).runs).toHaveLength(1)
})

const archives: [name: string, make: () => Promise<Buffer>, status: number, message: RegExp][] = [
  ['an absolute path', () => archive((tar) => void tar.entry({ name: '/etc/passwd' }, 'x')), 422, /\/etc\/passwd/],
  [
    'a path that climbs out',
    () => archive((tar) => void tar.entry({ name: 'a/../../b' }, 'x')),
    422,
    /below the archive/,
  ],
  [
    'a symbolic link',
    () => archive((tar) => void tar.entry({ name: 'a', type: 'symlink', linkname: '/etc/passwd' })),
    422,
    /symlink/,
  ],
  ['a hard link', () => archive((tar) => void tar.entry({ name: 'a', type: 'link', linkname: 'b' })), 422, /link/],
  ['a path twice', () => archive((tar) => void [1, 2].map(() => tar.entry({ name: 'a' }, 'x'))), 422, /twice/],
  [
    'too many files',
    () => archive((tar) => void Array.from({ length: 20_001 }, (_, i) => tar.entry({ name: `f${i}` }, ''))),
    422,
    /20000 files/,
  ],
  ['over 64 MB', async () => Buffer.alloc(64 * 1024 * 1024 + 1, 1), 413, /64 MB/],
  [
    'far more unpacked than was sent',
    async () =>
      gzipSync(
        Buffer.concat([
          await archive((tar) => void tar.entry({ name: 'a' }, 'x'), false),
          Buffer.alloc(20 * 1024 * 1024),
        ]),
        { level: 1 },
      ),
    422,
    /200 times as large/,
  ],
  [
    'truncated gzip',
    async () => (await archive((tar) => void tar.entry({ name: STEP }, SYSBENCH))).subarray(0, 300),
    400,
    /truncated/,
  ],
  ['no file', () => archive(() => {}), 422, /no file/],
  [
    'nothing that is benchmark output',
    () => archive((tar) => void tar.entry({ name: 'notes.txt' }, 'hello')),
    422,
    /Nothing was stored|known here/,
  ],
]

test.each(archives)('an archive with %s is refused and nothing is stored', async (_name, make, status, message) => {
  const before = await runCount()
  const answer = await post(await make())
  expect(answer.status).toBe(status)
  expect(((await answer.json()) as { detail: string }).detail).toMatch(message)
  expect(await runCount()).toBe(before)
})

test('an invalid inline profile is refused with its line', async () => {
  const form = new FormData()
  form.set('file', new File([await archive((tar) => void tar.entry({ name: STEP }, SYSBENCH))], 'results.tar.gz'))
  form.set('profile', new File(['name: [unfinished'], 'profile.yaml'))
  const answer = await server.send('/api/v1/uploads', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'profile-invalid' })
})

test('a blob is checked against its hash and can then be referenced by a run', async () => {
  const content = Buffer.from('vmstat output\n')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const attachments = [{ name: 'sb.vm', sha256, sizeBytes: content.length }]
  const early = await put(json(exampleDocument({ attachments })))
  expect(early.status).toBe(422)
  const wrong = await server.send(`/api/v1/projects/demo/blobs/${'0'.repeat(64)}`, {
    method: 'PUT',
    body: content,
    headers,
  })
  expect(wrong.status).toBe(422)
  const sent = await server.send(`/api/v1/projects/demo/blobs/${sha256}`, { method: 'PUT', body: content, headers })
  expect(sent.status).toBe(200)
  expect((await put(json(exampleDocument({ attachments })))).status).toBe(201)
})

test('passwords in an inline raw file and in a command are removed before storage', async () => {
  const secret = 'sysbench --mysql-password=tiger2 --threads=1\n'
  const packed = gzipSync(secret)
  const id = randomUUID()
  const document = exampleDocument({
    attachments: [
      {
        name: 'sb.o',
        sha256: createHash('sha256').update(secret).digest('hex'),
        sizeBytes: secret.length,
        contentGzipBase64: packed.toString('base64'),
      },
    ],
    results: [{ test: 'a', clients: 1, values: [1, null], command: secret.trim() }],
  })
  expect((await put(json(document), { id })).status).toBe(201)
  const run = (await (await server.send(`/api/v1/projects/demo/runs/${id}`)).json()) as {
    attachments: { sha256: string }[]
  }
  expect(JSON.stringify(run)).not.toContain('tiger2')
  const raw = await server.send(`/api/v1/projects/demo/attachments/${run.attachments[0]?.sha256}`)
  expect(await raw.text()).not.toContain('tiger2')
})
