import { expect, test } from 'vitest'
import { distinctPerson } from './distinct-name.ts'
import { newSpec, type Spec } from './spec.ts'

const person = (key: string, name: string) => ({ key: `person:${key}`, name })
const spec: Spec = {
  ...newSpec({
    ...{
      kind: 'functional',
      number: 1,
      title: 'Sums',
      owner: person('olga', 'Olga'),
      parent: null,
      baseRevision: null,
    },
  }),
  readers: [{ who: person('vic', 'Vic'), email: null, role: 'reader', invitedAt: '' }],
}

test('a person with a name of their own keeps it', () => {
  expect(distinctPerson(spec, person('nina', 'Nina'))).toEqual(person('nina', 'Nina'))
  expect(distinctPerson(spec, person('vic', 'Vic'))).toEqual(person('vic', 'Vic'))
})

test('a second person with the name of another one is distinguished, always by the same name', () => {
  for (const name of ['Vic', 'VIC', ' Vic ', 'Ｖｉｃ']) {
    expect(distinctPerson(spec, person('eve', name)).name).toBe(`${name} (2)`)
  }
  const acted = { ...spec, coAuthors: [person('eve', 'Vic (2)')] }
  expect(distinctPerson(acted, person('eve', 'Vic')).name).toBe('Vic (2)')
  expect(distinctPerson(acted, person('eva', 'Vic')).name).toBe('Vic (3)')
})

test('an author who takes the name of a reviewer is distinguished, and a new name that is free is used', () => {
  expect(distinctPerson(spec, person('olga', 'Vic')).name).toBe('Vic (2)')
  expect(distinctPerson(spec, person('olga', 'Olga Owner')).name).toBe('Olga Owner')
})
