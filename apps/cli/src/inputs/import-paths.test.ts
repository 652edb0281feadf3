import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ImportPaths } from './import-paths.ts'
import type { RawInput } from './raw-input.ts'

const input = (place: string, shown: string): RawInput => ({
  shown,
  place,
  name: shown,
  read: () => Buffer.from(''),
})

test('an absolute path in a message is unchanged when it is not below an input', () => {
  const places = new ImportPaths([input('/data/set/dop1/out.txt', 'dop1/out.txt')])
  const message = "FATAL: unable to connect on socket '/var/run/mysqld/mysqld.sock', aborting: / // /."
  expect(places.retell(message)).toBe(message)
  expect(places.shown('/')).toBe('/')
  expect(places.shown('')).toBe('')
})

test('files, their folders and columns of their tables are named as the user would write them', () => {
  const places = new ImportPaths([input('/data/set/dop1/out.txt', './dop1/out.txt')])
  expect(places.retell('differs from data/set/dop1/out.txt:12: x')).toBe('differs from ./dop1/out.txt:12: x')
  expect(places.shown('data/set/dop1')).toBe('./dop1')
  expect(places.shown('data/set/dop1/out.txt/col-1')).toBe('./dop1/out.txt/col-1')
  expect(places.shown('data/other')).toBe('data/other')
})

test('every path and message terminates, and only paths of inputs change', () => {
  const segment = fc.constantFrom('', '.', '..', 'a', 'b', 'ü', '\0', 'c:', 'a:1')
  const path = fc.array(segment, { maxLength: 6 }).map((segments) => segments.join('/'))
  fc.assert(
    fc.property(fc.array(path, { maxLength: 4 }), path, (known, asked) => {
      const places = new ImportPaths(known.map((place) => input(`/in/${place}`, `shown/${place}`)))
      expect(places.shown(asked)).toBe(asked.startsWith('in') ? places.shown(asked) : asked)
      expect(typeof places.retell(`x ${asked}: y`)).toBe('string')
      expect(typeof places.name(asked)).toBe('string')
    }),
  )
})
