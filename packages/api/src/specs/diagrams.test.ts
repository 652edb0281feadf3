import { addPerson, queryAsOwner } from '@assay/db/testing'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
let token = ''
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const lab = await server.addProject('lab')
  token = lab.token
  for (const [name, role] of [
    ['olga', 'author'],
    ['vic', 'viewer'],
  ] as const) {
    ids.set(name, await addPerson(server.url, name, { organizations: { [lab.project.organization.id]: role } }))
  }
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const act = (name: string, action: object, person = 'olga') => as(person).specs.act({ project: 'lab', name, action })
const read = (name: string) => as('olga').specs.get({ project: 'lab', name })
const diagram = (source: string) => `\`\`\`dot\n${source}\n\`\`\``
const PLAN = '// Rows go from scan to sort\ndigraph { scan -> sort [label="rows < 9"] }'
const create = async (text: string) => {
  const spec = { kind: 'functional', title: 'Plan', text }
  return (await as('olga').specs.create({ project: 'lab', spec })).name
}
const drawings = async (name: string) =>
  (await read(name)).revision.attachments.filter((one) => one.diagram !== undefined)
const exported = async (name: string, format: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await server.send(`/api/v1/projects/lab/specs/${name}/export?format=${format}`, { headers })).text()
}

test('a diagram is drawn when a revision is saved, once, and stays the same drawing in later revisions', async () => {
  const name = await create(`# Plan\n\nAs drawn:\n\n${diagram(PLAN)}`)
  const [first] = await drawings(name)
  expect(first).toMatchObject({ mediaType: 'image/svg+xml', name: expect.stringMatching(/^diagram-/) })
  const { content } = await as('olga').specs.attachment({ project: 'lab', spec: name, name: String(first?.name) })
  const svg = Buffer.from(content, 'base64').toString()
  expect(svg).toContain('rows &lt; 9')
  const { revision } = await read(name)
  const text = `${revision.text}\n\nTwo steps.\n\n${diagram('// Alone\ngraph { a }')}`
  await as('olga').specs.revise({ project: 'lab', name, revision: { base: 1, title: 'Plan', note: 'more', text } })
  expect((await drawings(name)).map((one) => one.name)).toContain(first?.name)
  expect(await drawings(name)).toHaveLength(2)
})

test('what a source could load, run or link is not in its drawing', async () => {
  const name = await create(
    `# Plan\n\n${diagram('// Hostile\ndigraph { a [href="javascript:x()" image="/etc/passwd" label=<<b>x</b>> tooltip="</svg><script>x()</script>"] }')}`,
  )
  const [one] = await drawings(name)
  const { content } = await as('olga').specs.attachment({ project: 'lab', spec: name, name: String(one?.name) })
  expect(Buffer.from(content, 'base64').toString()).not.toMatch(/script|href|passwd/)
})

test('a source that cannot be drawn is code, and the preview says where it is wrong', async () => {
  const text = `# Plan\n\n${diagram('// Broken\ndigraph { a ->')}\n\n${diagram('digraph { a }')}`
  const { parts, checks } = await as('olga').specs.preview({ project: 'lab', text })
  expect(checks.some((check) => /^The diagram cannot be drawn: syntax error in line \d/.test(check))).toBe(true)
  expect(checks.some((check) => check.startsWith('A diagram has no description'))).toBe(true)
  expect(parts.join('')).toContain('<img src="data:image/svg+xml;base64,')
  const name = await create(text)
  expect(await drawings(name)).toHaveLength(1)
})

test('a diagram that is too large for Graphviz is code, and the next one is drawn', async () => {
  const edges = Array.from({ length: 600 }, (_, at) => `n${at >> 1} -> n${(at * 7 + 1) % 300}`)
  const name = await create(`# Plan\n\n${diagram(`// Large\ndigraph { ${edges.join('\n')} }`)}\n\n${diagram(PLAN)}`)
  expect(await drawings(name)).toHaveLength(1)
})

test('drawing and source are sealed: exports verify, and a changed drawing or source is found', async () => {
  const name = await create(`# Plan\n\nAs drawn:\n\n${diagram(PLAN)}`)
  await act(name, { kind: 'invite', who: { key: `person:${ids.get('vic')}`, name: 'vic' } })
  const meetingAt = new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString()
  await act(name, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act(name, { kind })
  for (const format of ['markdown', 'json']) {
    expect(verifySpecFile(await exported(name, format))).toMatchObject({ ok: true, value: { problems: [] } })
  }
  expect(await exported(name, 'html')).toContain('alt="Rows go from scan to sort"')
  const [one] = await drawings(name)
  const sql = `set session_replication_role = replica; update spec_attachment set content = overlay(content placing 'x' from 1 for 1) where name = '${one?.name}'`
  await queryAsOwner(server.url, sql)
  const { problems } = await as('vic').specs.verify({ project: 'lab', name })
  expect(problems.map(({ path }) => path)).toEqual([`/attachments/${one?.name}`])
})
