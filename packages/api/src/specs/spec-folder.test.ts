import { addPerson } from '@assay/db/testing'
import { readSpecFile } from '@assay/domain/specs/export/read-spec-file'
import { type FolderFile, specFileOfFolder, specFolder } from '@assay/domain/specs/export/spec-folder'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const [lab, other] = [await server.addProject('lab'), await server.addProject('other')]
  for (const name of ['olga', 'vic']) {
    const organizations = {
      [lab.project.organization.id]: 'author',
      [other.project.organization.id]: 'author',
    } as const
    ids.set(name, await addPerson(server.url, name, { organizations }))
  }
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })

async function folderOf(name: string, project = 'lab'): Promise<Map<string, FolderFile>> {
  const { text } = await as('olga').specs.export({ project, name, format: 'json' })
  const read = readSpecFile(text)
  if (!read.ok || read.value.record === null) throw new Error('The export has no record.')
  return new Map(specFolder(read.value.record).map((file) => [file.path, file]))
}

const together = async (files: ReadonlyMap<string, FolderFile>) => {
  const made = await specFileOfFolder(async (path) => files.get(path)?.content ?? null)
  if (!made.ok) throw new Error(made.error)
  return made.value
}

test('a resolved spec with an image goes to a folder and back, and a change of any of its files is found', async () => {
  const { specs } = as('olga')
  const act = (action: object, person = 'olga') => as(person).specs.act({ project: 'lab', name, action })
  const contentBase64 = Buffer.from('<svg><rect width="7"/></svg>').toString('base64')
  const image = await specs.attach({ project: 'lab', fileName: 'plan.svg', contentBase64 })
  const text = `---\n\n# Plan\n\n![The plan](attachments/${image.name})\n`
  const { name } = await specs.create({ project: 'lab', spec: { kind: 'functional', title: 'Plan: "x"', text } })
  await act({ kind: 'invite', who: { key: `person:${ids.get('vic')}`, name: 'vic' } })
  const meetingAt = new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString()
  await act({ kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  await act({ kind: 'give', body: 'Is it slower?', anchor: { kind: 'whole' }, revision: 1 }, 'vic')
  await act({ kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'It was measured.' })
  await specs.revise({
    project: 'lab',
    name,
    revision: { base: 1, title: 'Plan: "x"', text: `${text}\nMore.\n`, note: 'more' },
  })
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act({ kind })

  const folder = await folderOf(name)
  const attachment = `attachments/${image.name}`
  expect([...folder.keys()]).toEqual([
    ...['spec.md', 'revision-1.md', 'revision-2.md', attachment, 'appendix.md', 'record.json'],
  ])
  expect(folder.get('spec.md')?.content).toMatch(/^---\nspec: "FS-1"\n(?:.*\n)*title: "Plan: \\"x\\""\n/)
  expect(folder.get('spec.md')?.content).toContain(`(${attachment})`)
  expect(folder.get('appendix.md')?.content).toContain('It was measured.')
  expect(folder.get('record.json')?.content).not.toContain(contentBase64)

  const { file, record, changed } = await together(folder)
  expect(changed).toEqual([])
  expect(verifySpecFile(record)).toMatchObject({ ok: true, value: { problems: [], seal: { kind: 'resolve' } } })
  const imported = await specs.import({ project: 'other', spec: { file } })
  expect(imported.brought).toBe('whole')
  const again = await folderOf(imported.name, 'other')
  for (const path of ['revision-1.md', 'revision-2.md', attachment]) {
    expect(again.get(path)?.content, path).toBe(folder.get(path)?.content)
  }

  const problemsWith = async (path: string, change: (content: string) => string) => {
    const entry = folder.get(path)
    if (entry === undefined) throw new Error(`There is no ${path}.`)
    const made = await together(new Map([...folder, [path, { ...entry, content: change(entry.content) }]]))
    const verified = verifySpecFile(made.record)
    return [...made.changed, ...(verified.ok ? verified.value.problems.map((one) => one.path) : [verified.error])]
  }
  expect(await problemsWith('spec.md', (content) => content.replace('More.', 'Less.'))).toEqual(['spec.md'])
  expect(await problemsWith('revision-1.md', (content) => content.replace('# Plan', '# Plans'))).toEqual([
    'revision-1.md',
  ])
  expect(await problemsWith(attachment, () => Buffer.from('<svg></svg>').toString('base64'))).toEqual([
    `/${attachment}`,
  ])
  expect(await problemsWith('record.json', (content) => content.replace('It was measured.', 'It is.'))).not.toEqual([])
  expect(await problemsWith('spec.md', (content) => content.replaceAll('\n', '\r\n'))).toEqual([])

  // An edited text becomes a draft with the same image.
  const spec = folder.get('spec.md')
  const edited = await together(
    new Map([
      ...folder,
      [
        'spec.md',
        {
          ...spec,
          path: 'spec.md',
          encoding: 'utf8' as const,
          content: (spec?.content ?? '').replace('More.', 'Less.'),
        },
      ],
    ]),
  )
  const draft = await specs.import({ project: 'other', spec: { file: edited.file } })
  expect(draft.brought).toBe('text')
  const page = await specs.get({ project: 'other', name: draft.name })
  expect(page.revision.text).toBe(`${text}\nLess.\n`)
  expect(page.revision.attachments).toMatchObject([{ name: image.name }])
})
