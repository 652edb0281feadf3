import { rmdirSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSocketDirectory } from './socket-directory.ts'

test('only the user of the server can enter the directory of its sockets, whatever the umask', () => {
  const before = process.umask(0)
  const directory = createSocketDirectory()
  process.umask(before)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(statSync(directory).uid).toBe(process.getuid?.())
  rmdirSync(directory)
})
