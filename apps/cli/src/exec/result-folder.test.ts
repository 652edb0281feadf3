import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ResultFolder } from './result-folder.ts'

let path: string
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'assay-folder-'))
})
afterEach(() => rm(path, { recursive: true }))

const NAMES = 'r  b swpd\n'
const DEVICES = 'Linux\n\nDevice r/s w/s\n'

test.each([
  ['nothing at all', '', '', []],
  ['no more than headers', `procs\n${NAMES}0 0 0\n`, `${DEVICES}\n`, []],
  ['a header that was cut', `procs\n`, 'Linux\n\nDevice r/s', []],
  ['a sample each', `procs\n${NAMES}0 0 0\n1 0 0\n`, `${DEVICES}vda 1 2\n`, ['iostat', 'vmstat']],
])('files of samplers with %s are kept if they have a sample', async (_what, vmstat, iostat, expected) => {
  const folder = await ResultFolder.create(path, 'scan.t2')
  await writeFile(folder.at(folder.files.vmstat), vmstat)
  await writeFile(folder.at(folder.files.iostat), iostat)
  const found = await folder.sampleFiles(['vmstat', 'iostat'])
  expect(Object.keys(found).sort()).toEqual(expected)
  expect((await readdir(path)).sort()).toEqual(expected.map((kind) => `scan.t2.${kind}.txt`))
})
