import { expect, test } from 'vitest'
import { distinctWho } from './distinct-name.ts'
import { newSpec, type Spec } from './spec.ts'

const who = (key: string, name: string) => ({ key: `person:${key}`, name })
const spec: Spec = {
  ...newSpec({
    ...{ kind: 'functional', number: 1, title: 'Sums', owner: who('olga', 'Olga'), parent: null, baseRevision: null },
  }),
  readers: [{ who: who('vic', 'Vic'), email: null, role: 'reader', invitedAt: '' }],
}

test('a person with a name of their own keeps it', () => {
  expect(distinctWho(spec, who('nina', 'Nina'))).toEqual(who('nina', 'Nina'))
  expect(distinctWho(spec, who('vic', 'Vic'))).toEqual(who('vic', 'Vic'))
})

test('a second person with the name of another one is told apart, always by the same name', () => {
  for (const name of ['Vic', 'VIC', ' Vic ', 'Ｖｉｃ']) {
    expect(distinctWho(spec, who('eve', name)).name).toBe(`${name} (2)`)
  }
  const acted = { ...spec, coAuthors: [who('eve', 'Vic (2)')] }
  expect(distinctWho(acted, who('eve', 'Vic')).name).toBe('Vic (2)')
  expect(distinctWho(acted, who('eva', 'Vic')).name).toBe('Vic (3)')
})

test('an author who takes the name of a reviewer is told apart, and a new name that is free is used', () => {
  expect(distinctWho(spec, who('olga', 'Vic')).name).toBe('Vic (2)')
  expect(distinctWho(spec, who('olga', 'Olga Owner')).name).toBe('Olga Owner')
})
