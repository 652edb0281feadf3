import { expect, test } from 'vitest'
import { summarizeFlags } from './summarize-flags.ts'

test('flags are counted by result, most important first', () => {
  const steal = { code: 'steal', text: 'The hypervisor took 3.0% of the CPU.' } as const
  const boot = (metric: string) => ({ code: 'since-boot', text: `${metric} since boot`, metrics: [metric] }) as const
  const summaries = summarizeFlags([
    { badges: [steal, boot('cs/s'), boot('r/s')] },
    { badges: [] },
    { badges: [steal, { code: 'invalidated', text: 'Excluded by ada' }] },
  ])
  expect(summaries.map(({ code, results, text, same }) => [code, results, text, same])).toEqual([
    ['invalidated', 1, 'Excluded by ada', true],
    ['steal', 2, steal.text, true],
    ['since-boot', 1, 'cs/s since boot', false],
  ])
  expect(summarizeFlags([{ badges: [] }])).toEqual([])
})
