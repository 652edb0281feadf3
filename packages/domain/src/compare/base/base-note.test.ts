import { expect, test } from 'vitest'
import { FIXED_DIMENSIONS } from '../dimension.ts'
import type { Point } from '../point.ts'
import { baseNote, hardwareNote } from './base-note.ts'

test.each(FIXED_DIMENSIONS)('several values of %s that match a base are named in the plural', (dimension) => {
  const note = baseNote({ kind: 'ambiguous', dimension, values: ['a', 'b'] }, [{ dimension: 'product', value: 'P' }])
  expect(note?.text).toMatch(/^2 [a-z ]+ match product P: choose one \(.+\)\.$/)
  expect(note?.text).not.toMatch(/ss match|ys match|hardwares/)
})

const on = (...machines: (string | undefined)[]): Point[] =>
  machines.map((hardware, i) => ({
    ...{ runId: `run ${i}`, resultId: `result ${i}`, values: {} },
    coordinates: hardware === undefined ? {} : { hardware },
  }))

test.each([
  { own: on('a'), base: on('a'), text: null },
  { own: on('a', 'a'), base: on('a', undefined), text: null },
  { own: on(undefined), base: on('a'), text: null },
  { own: on('a', 'b'), base: on(undefined), text: null },
  { own: on(), base: on('a', 'b'), text: null },
  { own: on('a', 'b'), base: on('b', 'a', 'a'), text: null },
  { own: on('a'), base: on('b'), text: 'The base was measured on b, this result on a.' },
  { own: on(undefined, 'a'), base: on('b', 'a'), text: 'The base was measured on a, b, this result on a.' },
])('a note on machines states them if both sides state other ones: $text', ({ own, base, text }) => {
  expect(hardwareNote(own, base)?.text ?? null).toBe(text)
})
