import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoProfile } from '@assay/testing/import/demo-profile'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importInputs } from './import-inputs.ts'

// Folders above the one that is pushed, such as a checkout named t1, say nothing about the results in it.

const RECORDED = fileURLToPath(new URL('../../../../demo/raw/nov26.dbb.vm2/lru.none', import.meta.url))

let directory: string
let before: string

beforeEach(async () => {
  before = process.cwd()
  directory = await mkdtemp(join(tmpdir(), 'assay-above-'))
  await mkdir(join(directory, 't1', 'c7'), { recursive: true })
  cpSync(RECORDED, join(directory, 't1', 'c7', 'nov26.dbb.vm2', 'lru.none'), { recursive: true })
})

afterEach(async () => {
  process.chdir(before)
  await rm(directory, { recursive: true })
})

const clientsOf = async (path: string) => {
  const { runs, problems, questions } = await importInputs([path], { profile: demoProfile, overrides: {} })
  const clients = new Set(runs.flatMap(({ document }) => document.results.map((result) => result.clients)))
  return { clients: [...clients].sort(), problems, questions }
}

test.each(['absolute', 'from inside', 'relative'])('%s: folders above the pushed one state no clients', async (how) => {
  const set = join(directory, 't1', 'c7', 'nov26.dbb.vm2')
  if (how === 'from inside') process.chdir(set)
  if (how === 'relative') process.chdir(join(directory, 't1', 'c7'))
  const given = { absolute: set, 'from inside': '.', relative: 'nov26.dbb.vm2' }[how] ?? ''
  expect(await clientsOf(given)).toEqual({ clients: [1, 4], problems: [], questions: [] })
})

test('folders of a relative path are given, and the folder nearest to the file counts', async () => {
  process.chdir(directory)
  expect(await clientsOf(join('t1', 'c7', 'nov26.dbb.vm2'))).toEqual({ clients: [1, 4], problems: [], questions: [] })
})
