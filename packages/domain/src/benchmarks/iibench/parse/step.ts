import type { UploadTest } from '../../../run/upload-document.ts'

/** The operation that a step of the Insert Benchmark counts. */
export type StepKind = 'insert' | 'index' | 'range' | 'point'

/** One step with its name in file names and tables. */
export type Step = {
  /** The name in results, without the trailing position of newer names (`qr100.L1` is `qr100`). */
  name: string
  kind: StepKind
  /** Background inserts per second and client of a step with queries; null for other steps. */
  rate: number | null
  order: number
}

/** The primary metric of each kind of step. */
export const STEP_METRIC = {
  insert: 'inserts/s',
  index: 'indexed_rows/s',
  range: 'range_queries/s',
  point: 'point_queries/s',
} as const satisfies Record<StepKind, string>

const LOAD = /^l\.(?:i([0-9])?|x)$/
/** Older query steps are q<rate>.<loop>; newer ones name range or point queries and end with their position. */
const QUERIES = /^q([rp]?)([1-9][0-9]{0,4})(?:\.(L?)([1-9][0-9]?))?$/

/**
 * The step of a name: `l.i0`, `l.x`, `l.i1`, `l.i2`; `q100.2`; `qr100`, `qp500.L4`. Reports of 2020 call l.i1 `l.i`.
 * Null when the name is not a step.
 */
export function parseStep(name: string): Step | null {
  const [, load, number = '1'] = /^(l)\./.test(name) ? ['', ...(LOAD.exec(name) ?? [])] : []
  if (load !== undefined) {
    if (name === 'l.x') return { name, kind: 'index', rate: null, order: 1 }
    const position = Number(number)
    return { name: `l.i${number}`, kind: 'insert', rate: null, order: position === 0 ? 0 : position + 1 }
  }
  const [, letter, digits, position, loop] = QUERIES.exec(name) ?? []
  if (letter === undefined || digits === undefined) return null
  // Older names end with a loop, newer ones with a position.
  if (loop !== undefined && (position === 'L') !== (letter !== '')) return null
  const rate = Number(digits)
  const isOld = letter === ''
  return {
    name: `q${letter}${digits}${isOld && loop !== undefined ? `.${loop}` : ''}`,
    kind: letter === 'p' ? 'point' : 'range',
    rate,
    order: rate * 8 + (isOld ? Math.min(2 + Number(loop ?? 0), 7) : letter === 'r' ? 0 : 1),
  }
}

/** The step as a test of an upload document. */
export function stepTest({ name, kind, rate, order }: Step): UploadTest {
  const connections = connectionsPerClient(name, rate)
  return {
    name,
    order,
    role: 'measured',
    primaryMetric: STEP_METRIC[kind],
    ...(connections === null ? {} : { connectionsPerClient: connections }),
    ...(rate === null ? {} : { targetRate: rate }),
  }
}

/** Connections per client by DESIGN.md section 2, which does not cover the older query steps. */
function connectionsPerClient(name: string, rate: number | null): number | null {
  if (rate === null) return /^l\.i[1-9]$/.test(name) ? 2 : 1
  return /^q[rp]/.test(name) ? 3 : null
}
