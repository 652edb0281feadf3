import { addPerson } from '@assay/db/testing'
import { personNamed, tokenOf } from '@assay/testing/server/callers'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
let program: ReturnType<typeof createCaller>
let ada: ReturnType<typeof createCaller>
const runs = new Map<string, string>()

const upload = async (version: string, values: [one: number, many: number], startedAt = '2026-01-01T00:00:00Z') => {
  const document = exampleDocument({
    ...{ product: 'MySQL', version, startedAt, runId: crypto.randomUUID(), metricNames: ['qps'] },
    tests: [{ name: 'scan', order: 0, role: 'measured', primaryMetric: 'qps' }],
    results: values.map((value, at) => ({ test: 'scan', clients: at === 0 ? 1 : 8, values: [value] })),
  })
  await program.runs.upload({ document, onConflict: 'replace' })
  return document.runId ?? ''
}

beforeAll(async () => {
  server = await startTestServer()
  const { project } = await server.addProject('lab')
  for (const slug of ['empty', 'other']) await server.addProject(slug)
  program = createCaller({ services: server.services, caller: tokenOf(project, ['upload', 'write']) })
  const organizations = { [project.organization.id]: 'author' as const }
  ada = createCaller({
    services: server.services,
    caller: personNamed('ada', await addPerson(server.url, 'ada', { organizations })),
  })
  for (const [version, values] of [
    ['8.0', [100, 600]],
    ['8.4', [100, 700]],
  ] as const)
    runs.set(version, await upload(version, [values[0], values[1]]))
})
afterAll(() => server.stop())

const QUERY = 'columns=clients&tables=product,version&base=clients:1'
const PAGE = `\`\`\`assay\n/p/lab/studies/scale-up?${QUERY}\nname: scale\nshow: page\n\`\`\``
const textOf = (figure: string, sentence = '') => `# Scaling\n\nAs measured. ${sentence}\n\n${figure}\n`

const draft = async (text: string, project = 'lab') =>
  (await ada.specs.create({ project, spec: { kind: 'functional', title: 'Scaling', text } })).name
const get = (name: string, project = 'lab') => ada.specs.get({ project, name })

async function file(name: string, format: 'markdown' | 'html' | 'pdf', project = 'lab') {
  const { token } = await server.addProject(project)
  const path = `/api/v1/projects/${project}/specs/${name}/export?format=${format}`
  return (await server.send(path, { headers: { authorization: `Bearer ${token}` } })).text()
}

test('the whole page of a study is evidence: its tables, numbers bound to them, its badge, and its files', async () => {
  const cell = 'figure:scale#All%20numbers,%20MySQL%208.4/scan/8%20clients'
  const name = await draft(textOf(PAGE, `It is [7.00X](${cell}), not [9X](${cell}).`))
  const { evidence } = await get(name)
  expect(evidence.figures).toMatchObject([
    { problem: null, reproduction: { kind: 'reproduced' }, frozen: { figure: { format: 2, study: 'scale-up' } } },
  ])
  expect(evidence.numbers.map(({ state, note }) => [state, note])).toEqual([
    ['agrees', ''],
    ['differs', expect.stringContaining('figure 1 has 7.00')],
  ])
  const [html, markdown] = [await file(name, 'html'), await file(name, 'markdown')]
  const drawn = /<figure id.*?<\/figure>/s.exec(html)?.[0] ?? ''
  expect(drawn).toContain('Scale-up side by side')
  expect(drawn).toContain('<svg')
  expect(drawn).not.toContain('<h2')
  expect(markdown).toContain('**Scale-up side by side**')
  expect(await file(name, 'pdf')).toMatch(/^%PDF-/)
  const later = await upload('8.4', [100, 500], '2026-02-01T00:00:00Z')
  const differs = await get(name)
  expect(differs.evidence.figures).toMatchObject([{ reproduction: { kind: 'differs', frozen: '7.00', today: '5.00' } }])
  expect(differs.evidence.numbers[0]).toMatchObject({ state: 'today', note: expect.stringContaining('today 5.00') })
  await program.runs.remove({ project: 'lab', runId: later })
  expect((await get(name)).evidence.figures).toMatchObject([{ reproduction: { kind: 'reproduced' } }])
  expect(await file(name, 'html')).toBe(html)
})

test('the content of a shared link is evidence as it was shared, also with masked names, and after the link was revoked', async () => {
  const what = { kind: 'comparison', query: QUERY, study: 'scale-up', own: {} } as const
  const { id } = await ada.shares.create({ project: 'lab', share: { title: 'How it scales', what, masks: {} } })
  const { sha256, isMasked } = await ada.shares.byId({ project: 'lab', id })
  expect(isMasked).toBe(true)
  const block = `\`\`\`assay\n/p/lab/shares/${id}\nname: scale\n\`\`\``
  const name = await draft(textOf(block))
  const shown = await get(name)
  const [one] = shown.evidence.figures
  expect(one).toMatchObject({ problem: null, reproduction: { kind: 'reproduced' } })
  expect(one?.frozen?.figure.shared).toMatchObject({ title: 'How it scales', by: 'ada', sha256, figure: 1 })
  expect(JSON.stringify(one?.frozen)).not.toContain('MySQL')
  expect(await file(name, 'markdown')).toContain(`figure 1 of sha256 ${sha256}`)
  await ada.shares.revoke({ project: 'lab', id })
  expect((await get(name)).evidence.figures).toMatchObject([{ problem: null, reproduction: { kind: 'reproduced' } }])
  const other = await draft(textOf(block))
  expect((await get(other)).checks).toEqual([expect.stringContaining('this link was revoked on')])
  const none = await draft(textOf(block.replace(id, crypto.randomUUID())))
  expect((await get(none)).checks).toEqual(['Figure 1 is not shown: there is no such link in this project.'])
})

test('A9: evidence is imported with its file into a project without its runs, and exported again unchanged', async () => {
  const plain =
    '```assay\n/p/lab/compare?columns=version&base=version:8.0\nshow: table, chart, tldr\nname: versions\n```'
  const study = '```assay\n/p/lab/studies/scale-up?columns=clients\nshow: chart\n```'
  const name = await draft(textOf(`${PAGE}\n\n${plain}\n\n${study}`, 'So [1.14](figure:versions#scan/8.4).'))
  const bytes = await file(name, 'markdown')
  const { name: copy } = await ada.specs.import({ project: 'empty', spec: { file: bytes } })
  const [from, to] = await Promise.all([get(name), get(copy, 'empty')])
  expect(to.revision.sha256).toBe(from.revision.sha256)
  expect(to.evidence.figures.map(({ frozen }) => frozen)).toEqual(from.evidence.figures.map(({ frozen }) => frozen))
  expect(from.evidence.figures.every(({ frozen }) => frozen !== null)).toBe(true)
  expect(to.evidence.figures.map(({ reproduction }) => reproduction?.kind)).toEqual(['gone', 'gone', 'gone'])
  expect(from.evidence.numbers.map(({ state, words }) => `${state} ${words}`)).toEqual([
    expect.stringMatching(/^agrees/),
  ])
  expect(to.evidence.numbers.map(({ state }) => state)).toEqual(['gone'])
  expect(to.missing).toEqual([])
  const drawn = (text: string) => text.match(/<figure id.*?<\/figure>/gs)
  expect(drawn(await file(copy, 'html', 'empty'))).toEqual(drawn(await file(name, 'html')))
  const found = await ada.specs.search({ project: 'empty', words: 'scan' })
  expect(found).toMatchObject([{ kind: 'evidence' }, { kind: 'evidence' }, { kind: 'evidence' }])
  // An edited figure has another hash and is rejected.
  const lie = bytes.replaceAll('\\"value\\":600', '\\"value\\":900')
  expect(lie).not.toBe(bytes)
  const { name: other } = await ada.specs.import({ project: 'other', spec: { file: lie } })
  expect((await get(other, 'other')).evidence.figures[0]).toMatchObject({ frozen: null, problem: expect.any(String) })
})

test('a comparison has no page, and reports can show neither pages nor links', async () => {
  const name = await draft(textOf('```assay\n/p/lab/compare?columns=version\nshow: page\n```'))
  expect((await get(name)).checks).toEqual([expect.stringContaining('"show: page" is for a study')])
  const content = { title: 'Scaling', tldr: '', text: PAGE }
  const { slug, revision } = await ada.reports.create({ project: 'lab', content })
  await expect(ada.reports.publish({ project: 'lab', slug, revision, note: null })).rejects.toThrow(
    'Only specs can show',
  )
})
