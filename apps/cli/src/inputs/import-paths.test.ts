import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ImportPaths } from './import-paths.ts'
import type { RawInput } from './raw-input.ts'

const input = (path: string, shown: string): RawInput => ({
  shown,
  location: path,
  name: shown,
  read: () => Buffer.from(''),
})

test('an absolute path in a message is unchanged when it is not below an input', () => {
  const paths = new ImportPaths([input('/data/set/dop1/out.txt', 'dop1/out.txt')])
  const message = "FATAL: unable to connect on socket '/var/run/mysqld/mysqld.sock', aborting: / // /."
  expect(paths.retell(message)).toBe(message)
  expect(paths.shown('/')).toBe('/')
  expect(paths.shown('')).toBe('')
})

test('files, their folders and columns of their tables are named as the user would write them', () => {
  const paths = new ImportPaths([input('/data/set/dop1/out.txt', './dop1/out.txt')])
  expect(paths.retell('differs from data/set/dop1/out.txt:12: x')).toBe('differs from ./dop1/out.txt:12: x')
  expect(paths.shown('data/set/dop1')).toBe('./dop1')
  expect(paths.shown('data/set/dop1/out.txt/col-1')).toBe('./dop1/out.txt/col-1')
  expect(paths.shown('data/other')).toBe('data/other')
})

test('every path and message terminates, and only paths of inputs change', () => {
  const segment = fc.constantFrom('', '.', '..', 'a', 'b', 'ü', '\0', 'c:', 'a:1')
  const path = fc.array(segment, { maxLength: 6 }).map((segments) => segments.join('/'))
  fc.assert(
    fc.property(fc.array(path, { maxLength: 4 }), path, (known, requested) => {
      const paths = new ImportPaths(known.map((path) => input(`/in/${path}`, `shown/${path}`)))
      expect(paths.shown(requested)).toBe(requested.startsWith('in') ? paths.shown(requested) : requested)
      expect(typeof paths.retell(`x ${requested}: y`)).toBe('string')
      expect(typeof paths.name(requested)).toBe('string')
    }),
  )
})
