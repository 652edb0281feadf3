import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashFiles, isStamped, writeStamp } from './stamp.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-stamp-'))
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  writeFileSync(join(root, 'src/a.ts'), 'a')
  writeFileSync(join(root, 'src/deep/b.ts'), 'b')
})
afterEach(() => rmSync(root, { recursive: true }))

const hash = () => hashFiles(root, [join(root, 'src'), join(root, 'absent')], (path) => !path.endsWith('.test.ts'))

test('a changed, renamed, added or removed input changes the hash', () => {
  const seen = new Set([hash()])
  writeFileSync(join(root, 'src/a.ts'), 'changed')
  seen.add(hash())
  renameSync(join(root, 'src/a.ts'), join(root, 'src/c.ts'))
  seen.add(hash())
  writeFileSync(join(root, 'absent'), 'now here')
  seen.add(hash())
  rmSync(join(root, 'src/deep/b.ts'))
  seen.add(hash())
  expect(seen.size).toBe(5)
})

test('excluded files and the path of the checkout do not change the hash', () => {
  const before = hash()
  writeFileSync(join(root, 'src/a.test.ts'), 'a test')
  expect(hash()).toBe(before)
  const moved = `${root}-moved`
  renameSync(root, moved)
  root = moved
  expect(hash()).toBe(before)
})

test('a step is stamped with its inputs only after it wrote the stamp', () => {
  const stamp = join(root, 'made/.stamp')
  expect(isStamped(stamp, 'x')).toBe(false)
  writeStamp(stamp, 'x')
  expect(isStamped(stamp, 'x')).toBe(true)
  expect(isStamped(stamp, 'y')).toBe(false)
})
