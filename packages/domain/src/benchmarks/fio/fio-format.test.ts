import { readdirSync, readFileSync } from 'node:fs'
import { archiveUrl } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { labArchive } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../../import/import-files.ts'

const ARCHIVE = archiveUrl('fixtures/fio/')
const AS_JSON = new URL('../../../../../demo/raw/nov26.fio_json.vm2/', import.meta.url)
const OURS = new URL('../../../../../demo/raw/nov26.fio.vm2/', import.meta.url)

const filesOf = (root: URL, prefix: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.replace(/\/$/, '')}/${entry.name}`)
    .map((path) => ({ path: prefix + path.slice(root.pathname.length), text: readFileSync(path, 'utf8') }))

archiveTest('a case that occurs again in a file is a repeat, and numbers of jobs are clients of one run', () => {
  const { documents, problems, ignored } = importFiles(filesOf(ARCHIVE, ''), { profile: labArchive })
  expect(problems).toEqual([])
  const kinds = documents.map(({ product, version, hardware, repeat, workload, results }) => [
    `${product} ${version}`,
    hardware.name,
    repeat,
    workload.name,
    results.length,
    [...new Set(results.map(({ clients }) => clients))],
  ])
  expect(kinds).toEqual([
    ['fio 3.36', 'ser7', 1, 'dec25.fio.300secs', 32, [1, 2, 4, 8]],
    ['fio 3.36', 'ser7', 2, 'dec25.fio.300secs', 32, [1, 2, 4, 8]],
    ['fio 3.36', 'dell32', 1, 'dec25.fio_sync', 8, [1]],
    ['fio 3.36', 'dell32', 2, 'dec25.fio_sync', 8, [1]],
    ['fio 3.36', 'ser7', 1, 'dec25.fio_sync', 8, [1]],
    ['fio 3.36', 'ser7', 2, 'dec25.fio_sync', 8, [1]],
  ])
  expect(ignored.filter(({ path }) => /\/sum\.|\/o\.sum/.test(path))).toHaveLength(26)
  expect(documents[0]?.startedAt).toBe('2025-12-31T02:31:04.000Z')
  expect(documents[0]?.results[0]).toMatchObject({
    test: 'fsync=0_16K',
    params: { rw: 'randwrite', block_size: '16k', file_system: 'ext4' },
  })
})

test('text and JSON of recorded fio runs: tests are named after operation and block size', () => {
  const imported = [filesOf(OURS, 'nov26.fio.vm2/'), filesOf(AS_JSON, 'nov26.fio_json.vm2/')].map((files) =>
    importFiles(files, { profile: labArchive }),
  )
  expect(imported.flatMap(({ problems }) => problems.map(({ message }) => message))).toEqual([])
  const documents = imported.flatMap((one) => one.documents)
  const listed = documents.map(({ repeat, results }) => [
    repeat,
    ...results.map(({ test: name, clients }) => `${name} ${clients}`),
  ])
  expect(listed).toEqual([
    [1, 'randread 16k 1', 'randread 16k 4', 'randwrite 16k sync 1', 'randwrite 16k sync 4'],
    [1, 'randread 16k 4', 'randrw 16k sync 1'],
    [2, 'randread 16k 4'],
  ])
})
