import { countFigure, decimalFigure, type Figure, type Figures } from '../../../parse/invariants/figure.ts'
import { type Invariant, noneWithout, rateIsCountByTime } from '../../../parse/invariants/invariants.ts'

/** The invariants of a result line of db_bench. Older versions print no seconds and operations. */
export const DB_BENCH_INVARIANTS: readonly Invariant[] = [
  rateIsCountByTime({ rate: 'ops/sec', count: 'operations', seconds: 'seconds', slack: 0.02 }),
  noneWithout('operations', ['micros/op']),
]

type Printed = {
  micros?: string | undefined
  ops?: string | undefined
  seconds?: string | undefined
  operations?: string | undefined
  mb?: string | undefined
}

/** The figures of a result line. */
export function dbBenchFigures({ micros, ops, seconds, operations, mb }: Printed, line: number): Figures {
  const figures = new Map<string, Figure>()
  if (micros !== undefined) figures.set('micros/op', decimalFigure(micros, line))
  if (ops !== undefined) figures.set('ops/sec', decimalFigure(ops, line))
  if (seconds !== undefined) figures.set('seconds', decimalFigure(seconds, line))
  if (operations !== undefined) figures.set('operations', countFigure(operations, line))
  if (mb !== undefined) figures.set('MB/s', decimalFigure(mb, line))
  return figures
}
