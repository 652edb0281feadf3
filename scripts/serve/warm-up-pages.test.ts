import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { warmUpPages } from './warm-up-pages.ts'

test('pages are opened one after another, and an error does not stop the others', async () => {
  const socketPath = join(tmpdir(), `assay-warm-up-${process.pid}.sock`)
  const paths: string[] = []
  let running = 0
  const server = createServer((request, response) => {
    running += 1
    expect(running).toBe(1)
    paths.push(request.url ?? '')
    setImmediate(() => {
      running -= 1
      if (paths.length === 1) response.destroy()
      else response.writeHead(404).end('not found')
    })
  })
  await new Promise<void>((resolve) => void server.listen(socketPath, resolve))
  await warmUpPages(socketPath)
  server.close()
  expect(paths.map((path) => path.replace(/\?.*/, ''))).toEqual([
    '/o/-/p/-/compare',
    '/o/-/p/-/series',
    '/o/-/p/-/search',
    '/o/-/p/-/compare/export',
    '/api/trpc/projects.bySlug',
  ])
})
