import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../../result.ts'
import { correctionProfile } from './correction-profile.ts'
import { parseImportProfile } from './profile.ts'

test('a profile of corrections is readable YAML', () => {
  expect(
    correctionProfile('Our lab 2', [{ set: { config: '@segment2' } }, { path: 'res/b7', set: { repeat: '2' } }]),
  ).toBe(`schemaVersion: 1
name: our-lab-2
extends: archive
corrections: # later ones override earlier ones
  - { set: { config: "@segment2" } }
  - { path: "res/b7", set: { repeat: "2" } }
`)
})

test('every correction is read back as it was written', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
  const correction = fc.record({ path: fc.option(text, { nil: undefined }), set: fc.record({ config: text }) })
  fc.assert(
    fc.property(fc.string(), fc.array(correction, { maxLength: 5 }), (name, corrections) => {
      const parsed = unwrap(parseImportProfile(correctionProfile(name, corrections)))
      expect(JSON.parse(JSON.stringify(parsed.corrections))).toEqual(JSON.parse(JSON.stringify(corrections)))
    }),
  )
})
