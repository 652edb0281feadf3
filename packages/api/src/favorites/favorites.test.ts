import { addPerson } from '@assay/db/testing'
import { anonymous, personNamed } from '@assay/testing/server/callers'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../router.ts'

let server: TestServer
let ada: ReturnType<typeof createCaller>
let bob: ReturnType<typeof createCaller>
let clock = new Date('2026-11-21T12:00:00Z')

beforeAll(async () => {
  server = await startTestServer()
  await server.addProject('lab')
  const signedIn = async (name: string) => {
    const services = { ...server.services, now: () => clock }
    return createCaller({ services, caller: personNamed(name, await addPerson(server.url, name)) })
  }
  ada = await signedIn('ada')
  bob = await signedIn('bob')
})
afterAll(() => server.stop())

const page = (path: string, name = path) => ({ project: 'lab', page: { path, name } })

test('a recently viewed page is stored once, under its last name, for its own person only', async () => {
  await ada.favorites.add(page('/p/lab/runs?product=Postgres', 'Runs'))
  await ada.favorites.add(page('/p/lab/runs?product=Postgres', 'Postgres runs'))
  await ada.favorites.add(page('/p/lab', 'Lab'))
  const mine = await ada.favorites.mine({ project: 'lab' })
  expect(mine?.saved.map(({ name }) => name)).toEqual(['Lab', 'Postgres runs'])
  expect(await bob.favorites.mine({ project: 'lab' })).toEqual({ saved: [], seen: [] })
  expect(await bob.favorites.remove({ project: 'lab', path: '/p/lab' })).toBe(false)
  expect(await ada.favorites.remove({ project: 'lab', path: '/o/lab/p/lab' })).toBe(true)
})

test('the last 30 pages are stored, newest first', async () => {
  for (let at = 0; at < 35; at++) {
    clock = new Date(Date.UTC(2026, 10, 21, 12, at))
    await ada.favorites.noteSeen(page(`/p/lab/runs/${at}`))
  }
  clock = new Date('2026-11-21T13:00:00Z')
  await ada.favorites.noteSeen(page('/p/lab/runs/10'))
  const paths = (await ada.favorites.mine({ project: 'lab' }))?.seen.map(({ path }) => path)
  expect(paths).toHaveLength(30)
  expect(paths?.slice(0, 3)).toEqual(['/o/lab/p/lab/runs/10', '/o/lab/p/lab/runs/34', '/o/lab/p/lab/runs/33'])
})

test('only pages of the project are stored, and only for signed-in people', async () => {
  for (const path of [
    '/p/other/runs',
    '//evil.example',
    'https://evil.example/p/lab',
    '/p/lab\\x',
    '/p/labx',
    '/o/fir/p/lab',
  ]) {
    await expect(ada.favorites.add(page(path, 'x'))).rejects.toThrow()
  }
  const visitor = createCaller({ services: server.services, caller: anonymous })
  await expect(visitor.favorites.add(page('/p/lab'))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await visitor.favorites.mine({ project: 'lab' })).toBeNull()
})
