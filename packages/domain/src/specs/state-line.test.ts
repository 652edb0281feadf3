import { expect, test } from 'vitest'
import { newSpec, type Spec } from './spec.ts'
import { stateLine } from './state-line.ts'

const by = { key: 'person:7', name: 'Olga' }
const at = '2026-11-21T09:00:00.000Z'
const spec: Spec = newSpec({
  ...({ kind: 'functional', number: 1, title: 'Sums', parent: null, baseRevision: null } as const),
  owner: by,
})
const run = (met: boolean) => ({ id: 'a', goal: 'fast', met })
const built = (...runs: ReturnType<typeof run>[]) => ({ kind: 'built' as const, note: '', versions: [], runs, by, at })

test('a line shows the state of a spec and its outcome', () => {
  expect(stateLine(spec, 'in-review')).toBe('in review')
  expect(stateLine({ ...spec, outcome: built() }, 'resolved')).toBe('resolved, built')
  expect(stateLine({ ...spec, outcome: built(run(true)) }, 'resolved')).toBe('resolved, built, its goal met')
  expect(stateLine({ ...spec, outcome: built(run(true), run(false)) }, 'resolved')).toBe(
    'resolved, built, 1 of 2 goals met',
  )
})

test('a superseded spec names its successor', () => {
  const ended = { reason: 'floats, too', successor: 'FS-4', by, at }
  expect(stateLine({ ...spec, ended }, 'superseded')).toBe('superseded by FS-4')
})
