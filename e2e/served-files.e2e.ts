// Files that a server offers to programs: its own command, and a guide for language models.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './support/test.ts'

test('a server offers the command of its own version, as one file and as a package', async ({ request }) => {
  const program = await request.get('/cli/assay.mjs')
  expect(program.status()).toBe(200)
  const folder = await mkdtemp(join(tmpdir(), 'assay-served-'))
  const file = join(folder, 'assay.mjs')
  await writeFile(file, await program.body())
  const { stdout } = await promisify(execFile)(process.execPath, [file, '--version'])
  const manifest = await readFile(join(import.meta.dirname, '../apps/cli/package.json'), 'utf8')
  expect(manifest).toContain(`"version": "${stdout.trim()}"`)
  const archive = await request.get('/cli/assay-cli.tgz')
  expect([archive.status(), [...(await archive.body()).subarray(0, 2)]]).toEqual([200, [0x1f, 0x8b]])
  await rm(folder, { recursive: true })
})

test('llms.txt describes the server, and its links to documents work', async ({ request }) => {
  const answer = await request.get('/llms.txt')
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
  const links = [...(await answer.text()).matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => new URL(link).pathname)
  expect(links.length).toBeGreaterThan(20)
  for (const path of ['/docs/text/gate.md', '/docs/text/ci.md', '/api/openapi.json']) {
    expect(links).toContain(path)
    expect((await request.get(path)).status(), path).toBe(200)
  }
})
