import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findInputs } from './find-inputs.ts'
import { MAX_FILE_BYTES, textOf } from './raw-input.ts'
import { readArchive } from './read-archive-file.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-inputs-'))
  await mkdir(join(directory, 'set', 'x.pg180'), { recursive: true })
  await writeFile(join(directory, 'set', 'x.pg180', 'b.txt'), 'two\n')
  await writeFile(join(directory, 'set', 'x.pg180', 'a.gz'), gzipSync('one\n'))
})

afterEach(() => rm(directory, { recursive: true }))

const contents = async (...paths: string[]) => {
  const { inputs, problems } = await findInputs(paths)
  return { texts: inputs.map((input) => [input.name, textOf(input)]), problems }
}

test('folders are read in the order of names, .gz is unpacked, and hidden files, loops of links and links to files of the folder are skipped', async () => {
  await writeFile(join(directory, 'set', '.hidden'), 'no')
  await symlink(directory, join(directory, 'set', 'loop'))
  await symlink(join(directory, 'set', 'x.pg180', 'b.txt'), join(directory, 'set', 'link'))
  await symlink('nowhere', join(directory, 'set', 'dangling'))
  expect(await contents(join(directory, 'set'))).toEqual({
    texts: [
      ['set/x.pg180/a.gz', { ok: true, text: 'one\n' }],
      ['set/x.pg180/b.txt', { ok: true, text: 'two\n' }],
    ],
    problems: [],
  })
})

test.each(['set.tar', 'set.tar.gz', 'set.tgz'])('%s of GNU tar gives the same files', async (name) => {
  execFileSync('tar', [name === 'set.tar' ? '-cf' : '-czf', name, 'set'], { cwd: directory })
  const { texts, problems } = await contents(join(directory, name))
  expect(problems).toEqual([])
  expect(Object.fromEntries(texts)).toEqual({
    'set/x.pg180/a.gz': { ok: true, text: 'one\n' },
    'set/x.pg180/b.txt': { ok: true, text: 'two\n' },
  })
})

test('an archive counts as a folder in its own directory, so that its files get the same facts as unpacked ones', async () => {
  execFileSync('tar', ['-czf', 'set.tar.gz', 'set'], { cwd: directory })
  const [fromFolder, fromArchive] = await Promise.all([
    findInputs([join(directory, 'set')]),
    findInputs([join(directory, 'set.tar.gz')]),
  ])
  expect(fromArchive.inputs.map(({ location }) => location).sort()).toEqual(
    fromFolder.inputs.map(({ location }) => location).sort(),
  )
  expect(fromArchive.inputs[0]?.shown).toMatch(/set\.tar\.gz\/set\/x\.pg180\//)
})

test('paths that lead out of an archive and links in it are problems; the rest is read', async () => {
  const tar = pack()
  tar.entry({ name: '../../etc/passwd' }, 'x')
  tar.entry({ name: '/abs' }, 'x')
  tar.entry({ name: 'link', type: 'symlink', linkname: '/etc/passwd' })
  tar.entry({ name: 'set/good' }, 'fine\n')
  tar.finalize()
  await writeFile(join(directory, 'bad.tar'), await buffer(tar))
  const { texts, problems } = await contents(join(directory, 'bad.tar'))
  expect(texts).toEqual([['set/good', { ok: true, text: 'fine\n' }]])
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('"../../etc/passwd"; paths must stay below'),
    expect.stringContaining('"/abs"; paths must stay below'),
    expect.stringContaining('"link", a symlink'),
  ])
})

test('the files before the damage of a truncated archive are read, and the damage is reported', async () => {
  const tar = pack()
  tar.entry({ name: 'set/good' }, 'fine\n')
  tar.entry({ name: 'long' }, 'x'.repeat(5_000))
  tar.finalize()
  await writeFile(join(directory, 'cut.tar'), (await buffer(tar)).subarray(0, 3_000))
  const { texts, problems } = await contents(join(directory, 'cut.tar'))
  expect(texts).toEqual([['set/good', { ok: true, text: 'fine\n' }]])
  expect(problems).toEqual([
    { file: join(directory, 'cut.tar'), message: expect.stringContaining('truncated or damaged archive') },
  ])
})

test('an archive that exceeds its unpacked limit is stopped', async () => {
  execFileSync('tar', ['-czf', 'set.tar.gz', 'set'], { cwd: directory })
  const path = join(directory, 'set.tar.gz')
  const { problems } = await readArchive({ path, location: path }, 4_096)
  expect(problems[0]?.message).toMatch(/unpacked; unpack it and give its folder/)
})

test.each<[string, Buffer, RegExp]>([
  ['truncated gzip', gzipSync('x'.repeat(10_000)).subarray(0, 20), /truncated gzip/],
  ['damaged gzip', Buffer.concat([gzipSync('x'.repeat(10_000)).subarray(0, -8), Buffer.alloc(8, 7)]), /damaged gzip/],
  ['binary', Buffer.from([1, 0, 2]), /is binary/],
  ['a gzip bomb', gzipSync(Buffer.alloc(MAX_FILE_BYTES + 1, 'x')), /over 64 MB/],
])('%s has no text but a reason', async (_name, bytes, why) => {
  await writeFile(join(directory, 'file'), bytes)
  const { inputs } = await findInputs([join(directory, 'file')])
  expect(inputs.map(textOf)).toEqual([{ ok: false, why: expect.stringMatching(why) }])
})

test('a file over the limit is not read into memory', async () => {
  await writeFile(join(directory, 'image'), '')
  await truncate(join(directory, 'image'), 3 * 1024 ** 3)
  const { inputs } = await findInputs([join(directory, 'image')])
  expect(inputs.map(textOf)).toEqual([{ ok: false, why: expect.stringMatching(/over 64 MB/) }])
})

test('a path that does not exist stops the command', async () => {
  await expect(findInputs([join(directory, 'none')])).rejects.toThrow(/none cannot be read: it does not exist/)
})

test('a pipe or a device is refused before it is read, because it may never end', async () => {
  const pipe = join(directory, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, '/dev/zero'])
    await expect(findInputs([path])).rejects.toThrow(/is a pipe, a device or a socket/)
  expect((await findInputs([directory])).inputs).toHaveLength(2)
})
