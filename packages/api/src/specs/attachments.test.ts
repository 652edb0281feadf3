import { createHash } from 'node:crypto'
import { addPerson, queryAsOwner } from '@assay/db/testing'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createCaller } from '../router.ts'
import { openLink, openLinkedAttachment } from './spec-links.ts'

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let server: TestServer
let token = ''
let lab: Awaited<ReturnType<TestServer['addProject']>>['project']
const ids = new Map<string, string>()

beforeAll(async () => {
  server = await startTestServer()
  const [made, other] = [await server.addProject('lab'), await server.addProject('other')]
  token = made.token
  lab = made.project
  const roles = { olga: 'author', adam: 'author', vic: 'viewer', mia: 'owner' } as const
  for (const [name, role] of Object.entries(roles)) {
    const organizations = { [lab.organization.id]: role, [other.project.organization.id]: role }
    ids.set(name, await addPerson(server.url, name, { organizations }))
  }
  ids.set('eve', await addPerson(server.url, 'eve', {}))
})
afterAll(() => server.stop())

const as = (name: string) => createCaller({ services: server.services, caller: personNamed(name, ids.get(name)) })
const act = (name: string, action: object, person = 'olga') => as(person).specs.act({ project: 'lab', name, action })
const attach = (fileName: string, content: Buffer | string, person = 'olga') =>
  as(person).specs.attach({ project: 'lab', fileName, contentBase64: Buffer.from(content).toString('base64') })
const read = (person: string, spec: string | null, name: string, project = 'lab') =>
  as(person)
    .specs.attachment({ project, spec, name })
    .then(
      ({ sha256 }) => sha256,
      (error: { code?: string }) => error.code,
    )
const exported = async (name: string, format: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return server.send(`/api/v1/projects/lab/specs/${name}/export?format=${format}`, { headers })
}

/** A file that differs from those of other tests. */
const image = (mark: string) => Buffer.concat([PNG, Buffer.from(mark)])

async function draft(mark: string) {
  const file = await attach('Plan.png', image(mark))
  const text = `# Plan\n\nAs drawn:\n\n![The plan](attachments/${file.name})`
  const { name } = await as('olga').specs.create({ project: 'lab', spec: { kind: 'functional', title: 'Plan', text } })
  return { name, file, text }
}

async function resolved(mark: string) {
  const made = await draft(mark)
  const { name } = made
  await act(name, { kind: 'invite', who: { key: `person:${ids.get('vic')}`, name: 'vic' } })
  const meetingAt = new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString()
  await act(name, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
  await act(name, { kind: 'give', body: 'A secret word.', anchor: { kind: 'whole' }, revision: 1 }, 'vic')
  await act(name, { kind: 'answer', feedback: 1, answer: 'no-thank-you', reason: 'No.' })
  for (const kind of ['hold', 'close-meeting', 'resolve']) await act(name, { kind })
  return made
}

test('an upload is read by its uploader alone until a revision uses it, and then by readers of the spec', async () => {
  const file = await attach('../My plan.PNG', image('access'))
  expect(file).toMatchObject({ name: `my-plan-${file.sha256.slice(0, 12)}.png`, mediaType: 'image/png' })
  expect(await read('olga', null, file.name)).toBe(file.sha256)
  for (const person of ['adam', 'vic', 'mia', 'eve'])
    expect(await read(person, null, file.name), person).toBe('NOT_FOUND')
  const spec = { kind: 'functional', title: 'Plan', text: `![x](attachments/${file.name})` }
  const { name } = await as('olga').specs.create({ project: 'lab', spec })
  expect(await read('olga', name, file.name)).toBe(file.sha256)
  // A draft is read by its authors and reviewers only.
  expect(await read('vic', name, file.name)).toBe('NOT_FOUND')
  await act(name, { kind: 'invite', who: { key: `person:${ids.get('vic')}`, name: 'vic' } })
  expect(await read('vic', name, file.name)).toBe(file.sha256)
  expect(await read('eve', name, file.name)).toBe('NOT_FOUND')
  // Neither another spec nor another project has it.
  const another = await draft('another')
  expect(await read('olga', another.name, file.name)).toBe('NOT_FOUND')
  expect(await read('olga', name, file.name, 'other')).toBe('NOT_FOUND')
  expect(await read('olga', null, file.name, 'other')).toBe('NOT_FOUND')
  await expect(attach('x.png', image('viewer'), 'vic')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a file is known by its content, and an SVG is written anew', async () => {
  expect(await attach('a.png', '<html><script>x()</script></html>')).toMatchObject({ mediaType: 'text/plain' })
  const svg = await attach('a.txt', '<svg onload="x()"><script>x()</script><rect width="2"/></svg>')
  expect(svg).toMatchObject({ mediaType: 'image/svg+xml', name: `a-${svg.sha256.slice(0, 12)}.svg` })
  const { content } = await as('olga').specs.attachment({ project: 'lab', spec: null, name: svg.name })
  expect(Buffer.from(content, 'base64').toString()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="2"></rect></svg>',
  )
  await expect(attach('a.png', '')).rejects.toThrow('The file is empty.')
  await expect(attach('a.bin', Buffer.alloc(5_000_001))).rejects.toThrow('attachments have at most 5.0 MB')
})

test('REST stores and returns a file as something that runs nothing', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const post = (body: Buffer<ArrayBuffer>) =>
    server.send('/api/v1/projects/lab/specs/attachments?name=plan.html&alt=The+plan', { method: 'POST', headers, body })
  const answer = await post(Buffer.from('<script>x()</script>'))
  expect(answer.status).toBe(201)
  const { name, markdown } = z.object({ name: z.string(), markdown: z.string() }).parse(await answer.json())
  expect(markdown).toBe(`[The plan](attachments/${name})`)
  const body = JSON.stringify({ kind: 'functional', title: 'By REST', text: markdown })
  const json = { ...headers, 'content-type': 'application/json' }
  const made = await server.send('/api/v1/projects/lab/specs', { method: 'POST', headers: json, body })
  const spec = z.object({ name: z.string() }).parse(await made.json())
  const file = await server.send(`/api/v1/projects/lab/specs/${spec.name}/attachments/${name}`, { headers })
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  expect(file.headers.get('content-security-policy')).toContain('sandbox')
  expect(await file.text()).toBe('<script>x()</script>')
})

test('a guest and a public link show the attachments of what they show', async () => {
  const { name, file, text } = await draft('guests')
  const { url } = await as('olga').reviewers.inviteGuest({
    project: 'lab',
    name,
    reader: 'Gus',
    email: 'gus@x.test',
  })
  const secret = url.split('/').at(-1) ?? ''
  const guest = createCaller({ services: server.services, caller: personNamed('eve', ids.get('eve')) }).guests
  await act(name, {
    ...{ kind: 'schedule', timeZone: 'UTC', place: 'Room 1' },
    meetingAt: new Date(server.services.now().getTime() + 15 * 86_400_000).toISOString(),
  })
  expect(await guest.attachment({ secret, name: file.name })).toMatchObject({ sha256: file.sha256 })
  await expect(guest.attachment({ secret, name: `x-${'0'.repeat(12)}.png` })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const link = await as('olga').specs.createLink({ project: 'lab', name, days: 1 })
  expect(await openLinkedAttachment(server.services, link.secret, file.name)).toMatchObject({ sha256: file.sha256 })
  expect((await openLink(server.services, link.secret))?.document.files).toMatchObject([{ name: file.name }])
  const revision = { base: 1, title: 'Plan', text: text.replace(/!\[.*/, 'Not drawn.'), note: 'no image' }
  await as('olga').specs.revise({ project: 'lab', name, revision })
  // The public link shows the current revision only; the guest reads every revision.
  expect(await openLinkedAttachment(server.services, link.secret, file.name)).toBeNull()
  expect(await guest.attachment({ secret, name: file.name })).toMatchObject({ sha256: file.sha256 })
})

test('exports contain the attachments and verify offline, and an import restores them', async () => {
  const { name, file } = await resolved('export')
  const markdown = await (await exported(name, 'markdown')).text()
  expect(verifySpecFile(markdown)).toMatchObject({ ok: true, value: { problems: [] } })
  expect(await as('vic').specs.verify({ project: 'lab', name })).toMatchObject({ problems: [] })
  const html = await (await exported(name, 'html')).text()
  expect(html).toContain(`<img src="data:image/png;base64,${image('export').toString('base64')}" alt="The plan"`)
  const pdf = Buffer.from(await (await exported(name, 'pdf')).arrayBuffer()).toString('latin1')
  expect(pdf).toContain('/Subtype /Image')

  const imported = await as('mia').specs.import({ project: 'other', spec: { file: markdown } })
  expect(imported.brought).toBe('whole')
  expect(await read('mia', imported.name, file.name, 'other')).toBe(file.sha256)
  const edited = markdown.replace('As drawn:', 'As it was drawn:')
  const draftOf = await as('mia').specs.import({ project: 'other', spec: { file: edited } })
  expect(draftOf.brought).toBe('text')
  expect(await read('mia', draftOf.name, file.name, 'other')).toBe(file.sha256)
})

test('a changed or missing attachment is found in the database and in a file', async () => {
  const { name, file } = await resolved('tamper')
  const json = await (await exported(name, 'json')).text()
  const content = image('tamper').toString('base64')
  const other = image('TAMPER')
  const changed = json.replace(content, other.toString('base64'))
  const path = `/attachments/${file.name}`
  expect(verifySpecFile(changed)).toMatchObject({ ok: true, value: { problems: [{ path }] } })
  // A consistent change of content and hash contradicts the seal.
  const sha256 = createHash('sha256').update(other).digest('hex')
  const forged = verifySpecFile(changed.replaceAll(file.sha256, sha256))
  expect(forged.ok && forged.value.problems.map((problem) => problem.path)).toContain('/revisions/1/attachments/0')
  await queryAsOwner(server.url, 'alter table spec_attachment disable trigger spec_attachment_never_changes')
  await queryAsOwner(
    server.url,
    `update spec_attachment set content = '\\x${other.toString('hex')}' where name = '${file.name}'`,
  )
  expect(await as('vic').specs.verify({ project: 'lab', name })).toMatchObject({ problems: [{ path }] })
  await queryAsOwner(server.url, `delete from spec_attachment where name = '${file.name}'`)
  expect(await as('vic').specs.verify({ project: 'lab', name })).toMatchObject({ problems: [{ path }] })
})

test('an image of a resolved spec cannot be replaced, and a missing one is named in the preview', async () => {
  const { name, text } = await resolved('editorial')
  const other = await attach('Plan.png', image('other plan'))
  const changed = text.replace(/attachments\/[^)]*/, `attachments/${other.name}`)
  const revision = { base: 1, title: 'Plan', text: changed, note: 'typo' }
  await expect(as('olga').specs.revise({ project: 'lab', name, revision })).rejects.toThrow('Attachments cannot change')
  const missing = `missing-${'0'.repeat(12)}.png`
  const preview = await as('olga').specs.preview({
    ...{ project: 'lab', text: `${changed}\n\n![gone](attachments/${missing})`, of: { name, revision: 1 } },
  })
  expect(preview.parts.join('')).toContain(`<img src="/o/lab/p/lab/specs/attachments/${other.name}"`)
  expect(preview.parts.join('')).toContain('<em>gone (missing image)</em>')
  expect(preview.checks).toContain(`The attachment ${missing} is missing. Upload it again.`)
})

test('quotas count attachments', async () => {
  const used = async () => (await server.db.quotas.ofProject(lab)).find(({ kind }) => kind === 'bytes')?.used ?? 0
  const before = await used()
  const { sizeBytes } = await attach('counted.png', image('counted'))
  expect(await used()).toBe(before + sizeBytes)
  await attach('counted.png', image('counted'))
  expect(await used()).toBe(before + sizeBytes)
})
