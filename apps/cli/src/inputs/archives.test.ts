import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { packArchive } from '@assay/testing/import/pack-archive'
import { packZip } from '@assay/testing/import/pack-zip'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findInputs } from './find-inputs.ts'
import { textOf } from './raw-input.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-archives-'))
})
afterEach(() => rm(directory, { recursive: true }))

const read = async (name: string) => {
  const { inputs, problems } = await findInputs([join(directory, name)])
  const texts = inputs.map((input) => {
    const text = textOf(input)
    return [input.location.slice(directory.length + 1), text.ok ? text.text : text.why]
  })
  return { places: Object.fromEntries(texts), problems: problems.map(({ message }) => message) }
}

test('archives of CI artifacts that hold equal names are separated by their own names', async () => {
  await mkdir(join(directory, 'ci'))
  for (const version of ['17.6', '18.1'])
    await writeFile(join(directory, 'ci', `bench-pg-${version}.zip`), packZip({ 'oltp.log': version }))
  expect(await read('ci')).toEqual({
    places: { 'ci/bench-pg-17.6/oltp.log': '17.6', 'ci/bench-pg-18.1/oltp.log': '18.1' },
    problems: [],
  })
})

test('archives inside of archives are opened, whatever packs them', async () => {
  const logs = await packArchive((tar) => tar.entry({ name: 'oltp.log' }, 'tar'))
  const zst = zstdCompressSync(await packArchive((tar) => tar.entry({ name: 'oltp.log' }, 'zst'), false))
  const files = { 'pg-17.tar.gz': logs, 'pg-18.tar.zst': zst, 'plain.log.zst': zstdCompressSync('zstd') }
  await writeFile(join(directory, 'artifact.zip'), packZip({ ...files, 'deep.zip': packZip({ 'a.log': 'deep' }) }))
  expect(await read('artifact.zip')).toEqual({
    places: {
      'artifact/pg-17/oltp.log': 'tar',
      'artifact/pg-18/oltp.log': 'zst',
      'artifact/plain.log.zst': 'zstd',
      'artifact/deep/a.log': 'deep',
    },
    problems: [],
  })
})

test('a changed zip archive gives a reason instead of other text', async () => {
  const zip = packZip({ 'oltp.log': 'transactions '.repeat(200) })
  const at = zip.indexOf('oltp.log') + 'oltp.log'.length + 5
  zip[at] = (zip[at] ?? 0) ^ 0x55
  await writeFile(join(directory, 'bad.zip'), zip)
  const { places } = await read('bad.zip')
  expect(places['bad/oltp.log']).toMatch(/checksum|cannot be read|damaged/)
})

test('a tar with files at its root is separated by its name', async () => {
  await writeFile(join(directory, 'pg-18.1.tar.gz'), await packArchive((tar) => tar.entry({ name: 'oltp.log' }, 'x')))
  expect((await read('pg-18.1.tar.gz')).places).toEqual({ 'pg-18.1/oltp.log': 'x' })
})

test('a link to a file that is read anyway adds no second copy', async () => {
  await mkdir(join(directory, 'set'))
  await writeFile(join(directory, 'set', 'oltp.log'), 'x')
  await symlink('oltp.log', join(directory, 'set', 'latest.log'))
  await writeFile(join(directory, 'other.log'), 'y')
  await symlink('../other.log', join(directory, 'set', 'other.log'))
  expect((await read('set')).places).toEqual({ 'set/oltp.log': 'x', 'set/other.log': 'y' })
})

test('other ways of packing are named with the next step', async () => {
  await writeFile(join(directory, 'a.log'), gzipSync(Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])))
  expect((await read('a.log')).places).toEqual({ 'a.log': expect.stringMatching(/packed with xz; unpack it/) })
})

test('files of equal names in several archives are attachments of several names', async () => {
  const inner = packZip({ 'oltp.log': 'x' })
  await writeFile(join(directory, 'ci.zip'), packZip({ 'job1.zip': inner, 'deep/job2.zip': inner }))
  const { inputs } = await findInputs([join(directory, 'ci.zip')])
  expect(inputs.map(({ name }) => name)).toEqual(['ci/job1/oltp.log', 'ci/deep/job2/oltp.log'])
})

test('a damaged archive inside of another is a problem, and the rest is read', async () => {
  const cut = packZip({ 'a.log': 'x'.repeat(500) }).subarray(0, 40)
  const outer = packZip({ 'bad.zip': cut, 'good.log': 'fine', 'changed.zip': packZip({ 'a.log': 'y' }) })
  const at = outer.indexOf('changed.zip') + 'changed.zip'.length + 10
  outer[at] = (outer[at] ?? 0) ^ 0x55
  await writeFile(join(directory, 'ci.zip'), outer)
  const { places, problems } = await read('ci.zip')
  expect(places['ci/good.log']).toBe('fine')
  expect(problems).toHaveLength(2)
})
