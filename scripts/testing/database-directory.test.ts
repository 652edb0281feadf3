import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeDatabaseDirectory } from './database-directory.ts'

const PREFIX = `assay-directory-test-${process.pid}-`
const HOUR_S = 3600

const made: string[] = []
const make = (): string => {
  const directory = makeDatabaseDirectory(PREFIX)
  made.push(directory)
  return directory
}
/** A directory like that of a run, whose Postgres has this process id. */
function makeOf(pid: number, ageS: number): string {
  const directory = mkdtempSync(make())
  made.push(directory)
  mkdirSync(join(directory, 'postgres'))
  writeFileSync(join(directory, 'postgres/postmaster.pid'), `${pid}\n${directory}\n0\n5432\n`)
  const then = Date.now() / 1000 - ageS
  utimesSync(directory, then, then)
  return directory
}

afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
})

test('directories of runs that were killed are removed, those of running and starting ones stay', () => {
  const noProcess = 2 ** 22 + 1
  const killed = makeOf(noProcess, HOUR_S)
  const running = makeOf(process.pid, HOUR_S)
  const starting = makeOf(noProcess, 0)
  const created = make()
  expect([killed, running, starting, created].map((directory) => existsSync(directory))).toEqual([
    false,
    true,
    true,
    true,
  ])
})
