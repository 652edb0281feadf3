import { gzipSync } from 'node:zlib'
import { packArchive } from '@assay/testing/import/pack-archive'
import { sysbenchText } from '@assay/testing/import/sysbench-text'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { createUploadClient, type UploadClient } from '@assay/testing/server/upload-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let uploads: UploadClient

beforeAll(async () => {
  server = await startTestServer()
  uploads = await createUploadClient(server)
})
afterAll(() => server.stop())

const STEP = 'oct25.sb.pg.dell32/x.pg176_o2nofp.x10a_c32r128.pk1/sb.o.point-query.range100.pk1.dop2'

const archives: [name: string, make: () => Promise<Buffer>, status: number, message: RegExp][] = [
  ['an absolute path', () => packArchive((tar) => void tar.entry({ name: '/etc/passwd' }, 'x')), 422, /\/etc\/passwd/],
  [
    'a path that climbs out',
    () => packArchive((tar) => void tar.entry({ name: 'a/../../b' }, 'x')),
    422,
    /below the archive/,
  ],
  [
    'a symbolic link',
    () => packArchive((tar) => void tar.entry({ name: 'a', type: 'symlink', linkname: '/etc/passwd' })),
    422,
    /symlink/,
  ],
  ['a hard link', () => packArchive((tar) => void tar.entry({ name: 'a', type: 'link', linkname: 'b' })), 422, /link/],
  ['a path twice', () => packArchive((tar) => void [1, 2].map(() => tar.entry({ name: 'a' }, 'x'))), 422, /twice/],
  [
    'too many files',
    () => packArchive((tar) => void Array.from({ length: 20_001 }, (_, i) => tar.entry({ name: `f${i}` }, ''))),
    422,
    /20000 files/,
  ],
  ['over 64 MB', async () => Buffer.alloc(64 * 1024 * 1024 + 1, 1), 413, /64 MB/],
  [
    'far more unpacked than was sent',
    async () =>
      gzipSync(
        Buffer.concat([
          await packArchive((tar) => void tar.entry({ name: 'a' }, 'x'), false),
          Buffer.alloc(20 * 1024 * 1024),
        ]),
        { level: 1 },
      ),
    422,
    /200 times as large/,
  ],
  [
    'truncated gzip',
    async () =>
      (await packArchive((tar) => void tar.entry({ name: STEP }, sysbenchText({ qps: 100 })))).subarray(0, 300),
    400,
    /truncated/,
  ],
  ['no file', () => packArchive(() => {}), 422, /no file/],
  [
    'nothing that is benchmark output',
    () => packArchive((tar) => void tar.entry({ name: 'notes.txt' }, 'hello')),
    422,
    /Nothing was stored|known here/,
  ],
]

test.each(archives)('an archive with %s is refused and nothing is stored', async (_name, make, status, message) => {
  const before = await uploads.runCount()
  const answer = await uploads.post(await make())
  expect(answer.status).toBe(status)
  expect(((await answer.json()) as { detail: string }).detail).toMatch(message)
  expect(await uploads.runCount()).toBe(before)
})
