import { readFileSync } from 'node:fs'
import { hasArchive, readArchive } from '@assay/testing/archive/archive'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFio } from './fio-output.ts'
import { fioValues } from './fio-values.ts'

const OURS = new URL('../../../../../demo/raw/', import.meta.url)
const ownTexts = [
  'nov26.fio.vm2/o.randread.bs16k.nj4',
  'nov26.fio.vm2/o.randwrite.fsync1.bs16k.nj4',
  'nov26.fio_json.vm2/v1/o.randrw.fdatasync1.bs16k.nj1.json',
  'nov26.fio_json.vm2/v2/o.randread.bs16k.nj4.json',
].map((name) => readFileSync(new URL(name, OURS), 'utf8'))
const archived = hasArchive ? [readArchive('fixtures/fio/dec25.fio_sync/o.fio_sync.ser7').slice(0, 18_000)] : []
const texts = [...ownTexts, ...archived]

/** Cases of the intact files. A mutation may remove cases or be refused, but must not change a case. */
const known = new Set(texts.flatMap((text) => casesOf(text)))

function casesOf(text: string): string[] {
  const { value, problems } = parseFio(text, 'f')
  expect(value !== null || problems.length > 0).toBe(true)
  return (value?.cases ?? []).map((one) => {
    const found = fioValues(one)
    if (!('failure' in found))
      for (const number of Object.values(found.values)) expect(Number.isFinite(number)).toBe(true)
    return JSON.stringify([one.name, one.rw, found])
  })
}

const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('a truncated file, or one with removed lines, has fewer cases and no new ones', () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), at, (text, end) => {
      for (const found of casesOf(text.slice(0, Math.floor(end * text.length)))) expect(known).toContain(found)
    }),
    { numRuns: 30 },
  )
})

test('garbage in the middle never throws and never gives an invalid number', () => {
  const insert = fc.constantFrom(
    '\0',
    '\r\n',
    '\uFEFF',
    'nan',
    '1e400',
    '99999999999999999999',
    '__proto__',
    '{',
    '}\n',
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(at, fc.nat(200), insert), { minLength: 1, maxLength: 4 }),
      (text, changes) => {
        const changed = changes.reduce((whole, [where, length, added]) => {
          const i = Math.floor(where * whole.length)
          return whole.slice(0, i) + added + whole.slice(i + length)
        }, text)
        casesOf(changed)
      },
    ),
    { numRuns: 40 },
  )
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void casesOf(text)))
})
