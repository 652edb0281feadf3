import { readdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { scopeOf } from '@assay/db/open'
import { exampleDocument } from '@assay/testing/server/example-document'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from './attachment-store.ts'
import { erasedWithFiles, removeFiles } from './remove-files.ts'

const LATER = Date.now() + 2 * 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const attachment = (text: string) => ({
  name: `${text}.txt`,
  sha256: sha256Hex(text),
  sizeBytes: text.length,
  contentGzipBase64: gzipSync(text).toString('base64'),
})

async function lab(slug: string) {
  const { project, token } = await server.addProject(slug)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const upload = async (repeat: number, texts: string[]) => {
    const body = JSON.stringify({ ...exampleDocument({ repeat }), attachments: texts.map(attachment) })
    const id = `00000000-0000-4000-8000-00000000000${repeat}`
    expect((await server.send(`/api/v1/runs/${id}`, { method: 'PUT', headers, body })).ok).toBe(true)
    return id
  }
  const remove = (id: string) =>
    server.send(`/api/v1/projects/${slug}/runs/${id}`, {
      method: 'DELETE',
      headers: { authorization: headers.authorization },
    })
  const files = async () =>
    (await readdir(join(server.directory, project.id), { recursive: true }).catch(() => [])).filter((file) =>
      file.includes('.gz'),
    )
  const path = (text: string) =>
    join(server.directory, project.id, sha256Hex(text).slice(0, 2), `${sha256Hex(text)}.gz`)
  const read = (text: string) =>
    server.send(`/api/v1/projects/${slug}/attachments/${sha256Hex(text)}`, {
      headers: { authorization: headers.authorization },
    })
  return {
    project,
    upload,
    remove,
    files,
    path,
    read,
    sweep: (now = LATER) => removeFiles(server.services, { projectId: project.id }, now),
  }
}

test('a run has the name of the token that uploaded it', async () => {
  const { project, upload } = await lab('named')
  const run = await server.db.in(scopeOf(project)).runs.find(await upload(1, []))
  expect(run?.uploadedBy).toEqual({ kind: 'token', name: 'for read and upload and write' })
})

test('a removed run cannot be read any more, and its files are deleted except those that another run references', async () => {
  const { upload, remove, files, sweep, read } = await lab('files')
  const first = await upload(1, ['own', 'shared'])
  await upload(2, ['shared'])
  expect((await remove(first)).status).toBe(204)
  expect((await remove(first)).status).toBe(404)
  expect((await read('own')).status).toBe(404)
  // The files were used a moment ago: an upload may be about to reference them.
  await sweep(Date.now())
  expect(await files()).toHaveLength(2)
  await sweep()
  expect((await files()).map((file) => file.slice(3))).toEqual([`${sha256Hex('shared')}.gz`])
  expect((await read('shared')).status).toBe(200)
})

test('an upload that checked a file a moment ago keeps it, even when a sweep was killed half-way', async () => {
  const { project, upload, remove, files, sweep, path, read } = await lab('killed')
  const first = await upload(1, ['content'])
  await remove(first)
  const old = new Date(Date.now() - 3_600_000 * 5)
  await utimes(path('content'), old, old)
  // This is the state after a sweep that was killed after its first step.
  await rename(path('content'), `${path('content')}.leaving`)
  await upload(2, ['content'])
  await sweep()
  expect(await files()).toHaveLength(1)
  expect((await read('content')).status).toBe(200)
  const { removedFiles } = server.db.in(scopeOf(project))
  expect(await removedFiles.waiting()).toEqual([])
})

test('the files of an erased project are deleted, and those of a project of another database stay', async () => {
  const { project, upload, files } = await lab('erased')
  await upload(1, ['content'])
  const unknownProject = '00000000-0000-4000-8000-0000000000aa'
  await server.services.attachments.put(unknownProject, Buffer.from('of another database'))
  const by = { kind: 'server', id: null, name: 'test', requestId: null, address: null } as const
  await server.db.organizations.eraseProject(project.id, by)
  expect(await erasedWithFiles(server.services)).toEqual([project.id])
  for (const projectId of [project.id, unknownProject]) await removeFiles(server.services, { projectId })
  expect(await files()).toEqual([])
  expect(await server.services.attachments.projects()).toContain(unknownProject)
  expect(await erasedWithFiles(server.services)).toEqual([])
})
