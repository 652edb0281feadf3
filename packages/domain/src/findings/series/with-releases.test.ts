import { resultsOf } from '@assay/testing/compare/results-of'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupChanges } from '../group-changes.ts'
import { judgeVersions } from '../judge-versions.ts'
import { buildLines } from './build-lines.ts'
import { judgeLine } from './judge-line.ts'
import { DEFAULT_RULE } from './rule.ts'
import { withReleases } from './with-releases.ts'

/** Single runs of releases 10.1, 10.2, ... of one product, on a machine with noise of 1%. */
function answers(values: readonly number[]) {
  const versions = values.map((_, at) => `10.${at + 1}`)
  const set = {
    ...resultsOf(`test | ${versions.join(' | ')}\nfillseq | ${values.join(' | ')}`),
    floors: { at: () => ({ source: 'machine' as const, sd: 0.01, degreesOfFreedom: 30 }) },
  }
  const findings = groupChanges(judgeVersions(set, 'Postgres'))
  const query = {
    filters: {},
    metric: 'primary',
    order: 'version' as const,
    color: null,
    method: null,
    from: null,
    to: null,
    run: null,
  }
  const [line] = buildLines(set, new Map(), query).lines
  if (line === undefined) throw new Error('one test makes one line')
  const steps = findings.filter(({ from, to }) => versions.indexOf(to) === versions.indexOf(from) + 1)
  return { versions, steps, judged: withReleases(judgeLine(line, DEFAULT_RULE, 'higher'), findings) }
}

test('a drop in a single release that recovers in the next is two changes in series and findings', () => {
  const { judged } = answers([1000, 1002, 590, 998, 1001])
  expect(judged.changes.map(({ place, direction, by }) => [place, direction, by])).toEqual([
    [2, 'worse', 'release'],
    [3, 'better', 'release'],
  ])
  expect(judged.changes[0]?.ratio).toBeCloseTo(0.59, 2)
})

test('each change of a finding is a change of the series, and all other changes are levels', () => {
  const series = fc.array(fc.constantFrom(590, 800, 990, 995, 1000, 1005, 1010, 1300), { minLength: 2, maxLength: 9 })
  fc.assert(
    fc.property(series, (values) => {
      const { versions, steps, judged } = answers(values)
      const reported = steps.map(({ to, direction }) => `${to} ${direction}`)
      const shown = judged.changes.map(({ place, direction }) => `${versions[place]} ${direction}`)
      for (const one of reported) expect(shown).toContain(one)
      for (const { place, direction, by } of judged.changes) {
        if (!reported.includes(`${versions[place]} ${direction}`)) expect(by).toBe('level')
      }
    }),
    { numRuns: 100 },
  )
})
