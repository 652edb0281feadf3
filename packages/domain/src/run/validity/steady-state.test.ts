import { makeSeries, NOISES, type Shape } from '@assay/testing/run/synthetic-series'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SteadyState, steadyState } from './steady-state.ts'

const LENGTHS = [15, 30, 60, 300, 1200]
/** A fixed seed, because a rule that is right 999 times in 1,000 must not fail by chance. */
const SEED = 20_261_121
const seeds = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const lengths = fc.constantFrom(...LENGTHS)
const longer = fc.constantFrom(...LENGTHS.filter((length) => length >= 30))
const quiet = fc.constantFrom(0, 0.01, 0.02)

const judge = (shape: Shape, options: { length: number; noise: number; seed: number; rho?: number }): SteadyState =>
  steadyState({ intervalSeconds: 1, startSeconds: 1, values: makeSeries(shape, options) })

test('flat series are steady: false positives below 1% in white noise, below 5% in correlated noise', () => {
  const lines: string[] = []
  for (const { name, noise, rho, bound } of NOISES) {
    const rates = LENGTHS.map((length) => {
      const runs = 200
      let flagged = 0
      for (let seed = 1; seed <= runs; seed += 1) {
        if (judge({ kind: 'flat' }, { length, noise, rho, seed: seed * 7919 + length }).kind !== 'steady') flagged += 1
      }
      expect(flagged / runs, `${name}, ${length} samples`).toBeLessThanOrEqual(bound)
      return `${length}: ${((100 * flagged) / runs).toFixed(1)}%`
    })
    lines.push(`${name.padEnd(34)} ${rates.join('  ')}`)
  }
  // biome-ignore lint/suspicious/noConsole: the test prints its measured rate
  console.info(`steady state, false positive rate by number of samples\n${lines.join('\n')}`)
})

test('a step of 15% or more is found with its second', () => {
  fc.assert(
    fc.property(longer, quiet, seeds, fc.double({ min: 0.25, max: 0.7, noNaN: true }), fc.boolean(), (...given) => {
      const [length, noise, seed, at, down] = given
      const shape: Shape = { kind: 'step', at, factor: down ? 0.85 : 1.18 }
      const found = judge(shape, { length, noise, seed })
      // With few samples and noise a step cannot be distinguished from a slope, so either kind is correct.
      if (length < 60 && noise > 0) expect(['level-change', 'trend']).toContain(found.kind)
      else expect(found.kind).toBe('level-change')
      if (found.kind !== 'level-change') return
      expect(Math.abs((found.from ?? -1000) - Math.round(at * length))).toBeLessThanOrEqual(Math.max(2, length / 40))
    }),
    { numRuns: 200, seed: SEED },
  )
})

test('a warm-up is detected with its last second, and a declared warm-up is not flagged', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(60, 300, 1200),
      quiet,
      seeds,
      fc.double({ min: 0.12, max: 0.35, noNaN: true }),
      (...g) => {
        const [length, noise, seed, share] = g
        const shape: Shape = { kind: 'warm-up', share }
        const values = makeSeries(shape, { length, noise, seed })
        const found = steadyState({ intervalSeconds: 1, startSeconds: 1, values })
        expect(found.kind).toBe('level-change')
        if (found.kind !== 'level-change') return
        // The last part of the ramp is within 5% of the end.
        const end = share * length
        expect(found.from).toBeGreaterThanOrEqual(end * 0.5 - 1)
        expect(found.from).toBeLessThanOrEqual(end + Math.max(3, length / 20))
        expect(steadyState({ intervalSeconds: 1, startSeconds: 1, values }, Math.ceil(end)).kind).toBe('steady')
      },
    ),
    { numRuns: 200, seed: SEED },
  )
})

test('a trend of 20% or more is found and never becomes steady', () => {
  fc.assert(
    fc.property(fc.constantFrom(30, 60, 300, 1200), quiet, seeds, fc.constantFrom(-0.4, -0.2, 0.2, 0.4), (...given) => {
      const [length, noise, seed, drift] = given
      const found = judge({ kind: 'trend', drift }, { length, noise, seed })
      expect(found.kind).toBe('trend')
      if (found.kind === 'trend') expect(Math.abs(found.drift - drift)).toBeLessThan(0.06)
    }),
    { numRuns: 200, seed: SEED },
  )
})

test('after a change in the last quarter no range is steady', () => {
  const found = judge({ kind: 'step', at: 0.9, factor: 0.7 }, { length: 300, noise: 0.01, seed: 5 })
  expect(found).toMatchObject({ kind: 'level-change', from: null, lastChange: 270 })
})

test('a single stall of any depth is not a change of level', () => {
  fc.assert(
    fc.property(lengths, fc.double({ min: 0.05, max: 0.95, noNaN: true }), seeds, (length, at, seed) => {
      const values = makeSeries({ kind: 'flat' }, { length, noise: 0.02, seed })
      values[Math.floor(at * length)] = 0
      expect(steadyState({ intervalSeconds: 1, startSeconds: 1, values }).kind).toBe('steady')
    }),
    { numRuns: 100, seed: SEED },
  )
})

test('scaling all values changes only the levels', () => {
  fc.assert(
    fc.property(lengths, seeds, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (length, seed, factor) => {
      const values = makeSeries({ kind: 'step', at: 0.4, factor: 0.8 }, { length, noise: 0.02, seed })
      const [one, other] = [values, values.map((value) => value * factor)].map((own) =>
        steadyState({ intervalSeconds: 1, startSeconds: 1, values: own }),
      )
      expect(other?.kind).toBe(one?.kind)
      if (one?.kind === 'level-change' && other?.kind === 'level-change') expect(other.from).toBe(one.from)
    }),
    { numRuns: 50, seed: SEED },
  )
})

test('few samples, missing samples and zeros are accepted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 })), {
        maxLength: 80,
      }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (values, warmup) => {
        const found = steadyState({ intervalSeconds: 1, startSeconds: 0, values }, warmup)
        expect(['unknown', 'steady', 'trend', 'level-change']).toContain(found.kind)
      },
    ),
  )
  expect(steadyState({ intervalSeconds: 1, startSeconds: 1, values: [1, 2, 3] })).toEqual({ kind: 'unknown' })
  const idle = Array<number>(100).fill(0)
  expect(steadyState({ intervalSeconds: 1, startSeconds: 1, values: idle })).toEqual({ kind: 'steady' })
})
