import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pruneCompileCache } from './compile-cache.mjs'

const NAMES = ['oldest', 'old', 'new', 'newest']

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-compile-cache-'))
  mkdirSync(join(root, 'v24'))
  for (const [at, name] of NAMES.entries()) {
    writeFileSync(join(root, 'v24', name), 'x'.repeat(100))
    utimesSync(join(root, 'v24', name), 1_000 + at, 1_000 + at)
  }
})
afterEach(() => rmSync(root, { recursive: true }))

const remaining = () => NAMES.filter((name) => existsSync(join(root, 'v24', name)))

test('a cache that is too large loses its oldest files, until half of the maximum is left', async () => {
  await pruneCompileCache(root, 399)
  expect(remaining()).toEqual(['newest'])
})

test('a cache within the maximum is unchanged, and one that is absent is not an error', async () => {
  await pruneCompileCache(root, 400)
  expect(remaining()).toEqual(NAMES)
  await expect(pruneCompileCache(join(root, 'absent'), 0)).resolves.toBeUndefined()
})
