import { unwrap } from '@assay/domain/result'
import { writeParquet } from '@assay/testing/import/write-parquet'
import { expect, test } from 'vitest'
import { UnpackBudget } from '../http/unpack-budget.ts'
import { INLINE_POOL } from '../worker-pool/worker-pool.ts'
import { readTexts } from './read-texts.ts'

const THREADS = { workers: INLINE_POOL, key: 'project', signal: undefined }
const budget = () => new UnpackBudget(1_000_000)

const rows = (data: string[]) => writeParquet([{ name: 'a', data, type: 'STRING' }])

test('a Parquet file is read as JSON Lines, whatever its name', async () => {
  const files = [{ path: 'lab/runs.parquet', bytes: rows(['x', 'y']) }]
  const { texts, problems } = unwrap(await readTexts(files, budget(), THREADS))
  expect(texts).toEqual([{ path: 'lab/runs.parquet', text: '{"a":"x"}\n{"a":"y"}\n' }])
  expect(problems).toEqual([])
})

test('a Parquet file that is cut is a problem, and the other files are read', async () => {
  const files = [
    { path: 'cut.parquet', bytes: rows(['x']).subarray(0, -6) },
    { path: 'a.log', bytes: Buffer.from('text') },
  ]
  const { texts, problems } = unwrap(await readTexts(files, budget(), THREADS))
  expect(texts).toEqual([{ path: 'a.log', text: 'text' }])
  expect(problems).toMatchObject([{ file: 'cut.parquet', message: expect.stringContaining('Parquet') }])
})
