import type { Point, PointSet } from '@assay/domain/compare/point'
import { KNOWN_METRICS } from '@assay/domain/run/metric'
import fc from 'fast-check'

export const PRODUCT = 'Postgres'
export const versionAt = (at: number) => `10.${at + 1}`
const VARIED = ['config', 'compiler', 'flags', 'clients', 'param:range'] as const

/** Values of one release by dimension; most releases are measured in only one way. */
const release = fc.record({
  config: fc.subarray(['x10a', 'x10b', 'x10c'], { minLength: 1, maxLength: 2 }),
  compiler: fc.subarray(['gcc', 'clang'], { minLength: 1 }),
  flags: fc.subarray(['-O2', '-O2 +PGO'], { minLength: 1 }),
  clients: fc.subarray(['1', '40'], { minLength: 1 }),
  'param:range': fc.subarray(['10', '100'], { minLength: 1 }),
})
const usual = { config: ['x10a'], compiler: ['gcc'], flags: ['-O2'], clients: ['1'], 'param:range': ['10'] }

/** Projects of one machine and workload. */
export const project = fc.record({
  first: release,
  /** Null for a release that is measured like the previous one. */
  later: fc.array(fc.option(release), { minLength: 1, maxLength: 3 }),
  varied: fc.subarray([...VARIED], { maxLength: 2 }),
  tests: fc.integer({ min: 1, max: 3 }),
  repeats: fc.integer({ min: 1, max: 3 }),
  /** Factors from release to release by test; 1 means no change. */
  steps: fc.array(fc.constantFrom(1, 1, 1, 0.93, 0.8, 0.5, 1.2), { minLength: 12, maxLength: 12 }),
  /** Noise of single results in standard deviations, and a mask of missing results. */
  noise: fc.array(fc.integer({ min: -25, max: 25 }), { minLength: 40, maxLength: 40 }),
  absent: fc.array(fc.constantFrom(false, false, false, false, true), { minLength: 17, maxLength: 17 }),
  sd: fc.constantFrom(0.003, 0.01, 0.03),
  isNoiseKnown: fc.boolean(),
  flagged: fc.constantFrom(false, false, false, true),
})
export type Project = typeof project extends fc.Arbitrary<infer T> ? T : never

/** The measured dimension values of each release of a project, oldest first. */
export function releasesOf({ first, later }: Project): (typeof first)[] {
  const releases = [first]
  for (const own of later) releases.push(own ?? releases.at(-1) ?? first)
  return releases
}

/** The results of a project; each value has distinct noise, so that it identifies its result. */
export function resultsOf(drawn: Project): PointSet {
  const { varied, tests, repeats, steps, noise, absent, sd, isNoiseKnown, flagged } = drawn
  const names = Array.from({ length: tests }, (_, at) => `t${at}`)
  const points: Point[] = []
  let level = names.map(() => 1000)
  for (const [at, requested] of releasesOf(drawn).entries()) {
    level = level.map((value, test) => value * (at === 0 ? 1 : (steps[(at * tests + test) % steps.length] ?? 1)))
    const own = { ...usual, ...Object.fromEntries(varied.map((name) => [name, requested[name]])) }
    for (const config of own.config)
      for (const compiler of own.compiler)
        for (const flags of own.flags)
          for (let repeat = 1; repeat <= repeats; repeat += 1) {
            const runId = [versionAt(at), config, compiler, flags, repeat].join(' ')
            for (const clients of own.clients)
              for (const range of own['param:range'])
                for (const [test, name] of names.entries()) {
                  const serial = points.length
                  if (absent[(serial * 7 + at) % absent.length] === true) continue
                  const coordinates = {
                    product: PRODUCT,
                    version: versionAt(at),
                    config,
                    compiler,
                    flags,
                    build: `${compiler} ${flags} release abc${at}def`,
                    hardware: 'dell32',
                    benchmark: 'sysbench',
                    workload: 'cached',
                    test: name,
                    clients,
                    repeat: String(repeat),
                    'param:range': range,
                  }
                  // Variants of the server and tests with other parameters have constant differences.
                  const usualLevel = (level[test] ?? 0) * (config === 'x10b' ? 0.7 : 1) * (clients === '40' ? 9 : 1)
                  const value = usualLevel * Math.exp(((noise[serial % noise.length] ?? 0) / 10) * sd)
                  const footnotes = flagged && serial === 0 ? [{ code: 'failed', text: 'The run failed.' }] : []
                  points.push({ runId, resultId: `${runId} ${serial}`, coordinates, values: { qps: value }, footnotes })
                }
          }
  }
  return {
    points,
    tests: names.map((name, order) => ({ name, group: null, order, role: 'measured', primaryMetric: 'qps' })),
    metrics: KNOWN_METRICS,
    ...(isNoiseKnown && { floors: { at: () => ({ source: 'machine' as const, sd, degreesOfFreedom: 30 }) } }),
  }
}
