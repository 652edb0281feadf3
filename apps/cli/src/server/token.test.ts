import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnvironment } from '../environment.ts'
import { findToken } from './find-token.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-token-'))
})

afterEach(() => rm(directory, { recursive: true }))

const tokenFor = (variables: Record<string, string>) => findToken(readEnvironment(variables))

async function file(name: string, text: string, mode = 0o600): Promise<string> {
  const path = join(directory, name)
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

test('ASSAY_TOKEN comes before ASSAY_TOKEN_FILE, and that before the local token', async () => {
  const ASSAY_TOKEN_FILE = await file('mine', 'assay_file\n')
  await file('token', 'assay_local\n')
  const all = { ASSAY_TOKEN: 'assay_variable', ASSAY_TOKEN_FILE, ASSAY_DATA_DIR: directory }
  expect(await tokenFor(all)).toBe('assay_variable')
  expect(await tokenFor({ ...all, ASSAY_TOKEN: '' })).toBe('assay_file')
  expect(await tokenFor({ ASSAY_DATA_DIR: directory })).toBe('assay_local')
})

test.each([0o640, 0o604, 0o644])('a token file of mode %o is refused, with the command that fixes it', async (mode) => {
  const path = await file('token', 'assay_local', mode)
  await expect(tokenFor({ ASSAY_TOKEN_FILE: path })).rejects.toThrow(`chmod 600 ${path}`)
  await expect(tokenFor({ ASSAY_DATA_DIR: directory })).rejects.toThrow('others can read it')
})

test('a missing token is not an error yet; a named file that is missing is', async () => {
  expect(await tokenFor({ ASSAY_DATA_DIR: directory })).toBeNull()
  await expect(tokenFor({ ASSAY_TOKEN_FILE: join(directory, 'none') })).rejects.toThrow('does not exist')
})

test('the token of this machine is not sent to a server elsewhere, unless its directory is named', async () => {
  await file('token', 'assay_local')
  const environment = { ...readEnvironment({ ASSAY_URL: 'https://assay.example.org' }), dataDirectory: directory }
  expect(await findToken(environment)).toBeNull()
  expect(await findToken({ ...environment, serverUrl: new URL('http://localhost:3000') })).toBe('assay_local')
  expect(await findToken({ ...environment, dataDirectoryGiven: true })).toBe('assay_local')
})

test.each(['two words', 'line\nbreak', 'ünicode'])('%j is not a valid token', async (text) => {
  await expect(tokenFor({ ASSAY_TOKEN: text })).rejects.toThrow('one word')
})

test.each(['ftp://x', 'localhost:3000', 'http://user:secret@host', 'http://host/?a=b'])(
  'ASSAY_URL=%s is refused',
  (url) => {
    expect(() => readEnvironment({ ASSAY_URL: url })).toThrow(/ASSAY_URL/)
  },
)

test('the spool is in ASSAY_SPOOL_DIR, else in XDG_STATE_HOME, else below the home directory', () => {
  const spoolFor = (variables: Record<string, string>) => readEnvironment(variables).spoolDirectory
  expect(spoolFor({ ASSAY_SPOOL_DIR: '/s', XDG_STATE_HOME: '/x', HOME: '/h' })).toBe('/s')
  expect(spoolFor({ XDG_STATE_HOME: '/x', HOME: '/h' })).toBe('/x/assay')
  expect(spoolFor({ HOME: '/h' })).toBe('/h/.local/state/assay')
})
