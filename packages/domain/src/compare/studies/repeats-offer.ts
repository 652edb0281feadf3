import { type Facts, type Study, study } from '../study.ts'

/** Offers repeats divided by the first if there is a second one. */
export function offerRepeats(facts: Facts): Study[] {
  const [first] = facts.values('repeat')
  if (!facts.has('repeat', 2) || first === undefined) return []
  return [
    study(facts, {
      kind: 'repeats',
      name: 'repeats',
      title: 'Repeats',
      sentence: 'Repeats divided by the first repeat: a ratio other than 1.00 is noise.',
      columns: [...facts.several(['product']), 'version', ...facts.several(['compiler']), 'config', 'repeat'],
      base: { kind: 'values', values: { repeat: first } },
      repeats: 'each',
    }),
  ]
}
