import { scopeOf } from '@assay/db/open'
import { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { correctionProfile } from '@assay/domain/import/profile/correction-profile'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { tokenOf } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const YAML = correctionProfile('lab', [{ set: { hardware: 'box1', config: '@segment2' } }])

async function lab(slug: string) {
  const { project, token } = await server.addProject(slug)
  const author = createCaller({ services: server.services, caller: tokenOf(project, ['read', 'write']) })
  const ask = (path: string, init: RequestInit = {}) =>
    server.send(path, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' } })
  const send = (way: 'previews' | 'uploads', query = '') =>
    ask(`/api/v1/${way}?name=results/big/pg-18.1/oltp_insert-c4.log${query}`, {
      method: 'POST',
      body: sysbenchText({ qps: 900, threads: 4 }),
    })
  const preview = async (query = '') => PreviewDocument.parse(await (await send('previews', query)).json())
  const stored = async () => (await ask('/api/v1/import-profile')).json()
  return { project, author, send, preview, stored }
}

test('a saved profile answers the questions of later previews and uploads', async () => {
  const { project, author, send, preview, stored } = await lab('saved')
  expect((await preview()).questions).toMatchObject([{ dimension: 'hardware' }])
  expect(await stored()).toEqual({ yaml: null })

  await author.importProfile.save({ project: project.slug, yaml: YAML })
  expect(await stored()).toEqual({ yaml: YAML })
  const { questions, runs } = await preview()
  expect(questions).toEqual([])
  expect(runs[0]?.dimensions).toMatchObject({
    hardware: { value: 'box1', source: 'profile' },
    config: { value: 'big', source: 'profile' },
  })
  expect((await send('uploads')).status).toBe(200)
})

test('a named profile wins over the stored one, and another project has none', async () => {
  const { project, author, preview } = await lab('named')
  await author.importProfile.save({ project: project.slug, yaml: YAML })
  expect((await preview('&profile=archive')).questions).toMatchObject([{ dimension: 'hardware' }])
  expect((await (await lab('other')).preview()).questions).toMatchObject([{ dimension: 'hardware' }])
})

test('an invalid profile is refused with its line, and the stored one stays; changes and removal are in the audit log', async () => {
  const { project, author, stored } = await lab('changed')
  const { slug } = project
  await author.importProfile.save({ project: slug, yaml: YAML })
  await expect(author.importProfile.save({ project: slug, yaml: `${YAML}words: 3\n` })).rejects.toThrow(/line 6: words/)
  expect(await stored()).toEqual({ yaml: YAML })
  await author.importProfile.remove({ project: slug })
  expect(await author.importProfile.find({ project: slug })).toBeNull()
  const { events } = await server.db.in(scopeOf(project)).audit.list({ filters: {}, after: null, limit: 10 })
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['import-profile.saved', 'import-profile.removed']),
  )
})
