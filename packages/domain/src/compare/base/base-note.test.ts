import { expect, test } from 'vitest'
import { FIXED_DIMENSIONS } from '../dimension.ts'
import { baseNote } from './base-note.ts'

test.each(FIXED_DIMENSIONS)('several values of %s that match a base are named in the plural', (dimension) => {
  const note = baseNote({ kind: 'ambiguous', dimension, values: ['a', 'b'] }, [{ dimension: 'product', value: 'P' }])
  expect(note?.text).toMatch(/^2 [a-z ]+ match product P: choose one \(.+\)\.$/)
  expect(note?.text).not.toMatch(/ss match|ys match|hardwares/)
})
