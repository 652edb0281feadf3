import { tQuantile } from '../stats/student-t.ts'
import { COVERAGE, type Limits, type Noise } from './verdict.ts'

/** Repeats on each side with which the half width of the interval is that of the narrower band: 2 (t s / ln 1.05)^2. */
export function repeatsNeeded({ sd, degreesOfFreedom }: Noise, limits: Limits): number | null {
  const width = Math.min(-Math.log(limits.worse), Math.log(limits.better))
  if (!(width > 0 && Number.isFinite(width))) return null
  const t = tQuantile((1 + COVERAGE) / 2, degreesOfFreedom)
  return Math.max(1, Math.ceil(2 * ((t * sd) / width) ** 2))
}
