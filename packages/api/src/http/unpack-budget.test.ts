import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FREE_UNPACKED_BYTES, gunzip, MAX_UNPACK_RATIO, TooMuchUnpacked, UnpackBudget } from './unpack-budget.ts'

const MB = 1024 * 1024

test('the total counts everything that a request unpacks, up to its limit', () => {
  const budget = new UnpackBudget(64 * MB)
  budget.receive(8 * MB)
  budget.unpack(40 * MB)
  budget.unpack(24 * MB)
  expect(budget.isExceeded).toBe(false)
  expect(() => budget.unpack(1)).toThrow('over 64 MB unpacked')
  expect(budget.isExceeded).toBe(true)
})

test('a short body may be unpacked to 16 MB, and a longer one in proportion to its size', () => {
  const budget = new UnpackBudget(1024 * MB)
  budget.receive(100)
  budget.unpack(FREE_UNPACKED_BYTES)
  expect(() => budget.unpack(1)).toThrow(TooMuchUnpacked)
  const longer = new UnpackBudget(1024 * MB)
  longer.receive(MB)
  longer.unpack(MAX_UNPACK_RATIO * MB)
  expect(() => longer.unpack(1)).toThrow('over 200 times as large unpacked as it was sent')
})

test('a single content has a separate limit', async () => {
  const budget = new UnpackBudget(64 * MB)
  await expect(gunzip([gzipSync(Buffer.alloc(3 * MB))], budget, MB)).rejects.toThrow('over 1 MB unpacked')
  expect(budget.isExceeded).toBe(false)
  await expect(gunzip([gzipSync('a text').subarray(0, 12)], budget)).rejects.toThrow()
  expect((await gunzip([gzipSync('a text')], budget)).toString()).toBe('a text')
})

/** Modules of worker threads with limits of time and memory, where no request waits for them. */
const IN_A_THREAD = ['uploads/parquet-task.ts', 'uploads/unpack-on-read.ts']
const LOADED_BY_THREADS = [
  'uploads/import-task.ts',
  'uploads/preview-task.ts',
  'uploads/unpack-on-read.ts',
  'uploads/parquet-task.ts',
]

test('code that answers requests never unpacks synchronously', () => {
  const folder = new URL('..', import.meta.url).pathname
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const found = files.filter((file) =>
    /(?:gunzip|inflate|inflateRaw|unzip|brotliDecompress|zstdDecompress)Sync/.test(
      readFileSync(`${folder}/${file}`, 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(found.sort()).toEqual(IN_A_THREAD)
  const loads = (file: string, module: string) =>
    new RegExp(`^import (?!type )[^']*'[^']*/${basename(module)}'|import\\('[^']*/${basename(module)}'\\)`, 'm').test(
      readFileSync(`${folder}/${file}`, 'utf8'),
    )
  const importers = files.filter((file) => LOADED_BY_THREADS.some((module) => loads(file, module)))
  expect(importers.sort()).toEqual(['uploads/import-task.ts', 'uploads/preview-task.ts', 'worker-pool/worker-tasks.ts'])
})
