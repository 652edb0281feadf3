import { ok } from '@assay/domain/result'
import { writeParquet } from '@assay/testing/import/write-parquet'
import { expect, test } from 'vitest'
import { parquetTextInThread } from './parquet-thread.ts'

const FILE = writeParquet([
  { name: 'a', data: ['x', 'y', 'z'], type: 'STRING' },
  { name: 'n', data: [1, 2, 3], type: 'INT32' },
])
const LINES = '{"a":"x","n":1}\n{"a":"y","n":2}\n{"a":"z","n":3}\n'

test('a damaged file on which the reader never ends is given up, and the next file is read', async () => {
  const damaged = Buffer.from(FILE)
  damaged[11] = 0
  expect(await parquetTextInThread(damaged, 1)).toEqual({ ok: false, error: expect.stringContaining('may be damaged') })
  expect(await parquetTextInThread(FILE)).toEqual(ok(LINES))
})

test('a file that is cut is an error, and the thread is used again', async () => {
  expect(await parquetTextInThread(FILE.subarray(0, -6))).toMatchObject({ ok: false })
  expect(await parquetTextInThread(FILE)).toEqual(ok(LINES))
})
