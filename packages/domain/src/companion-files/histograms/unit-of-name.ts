const UNITS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1_000 }

/** Milliseconds of the unit that a file name states, as in `run.us.hlog`; null without one. */
export function unitOfName(file: string): number | null {
  const [, unit = ''] = /\.(ns|us|ms|s)\.[a-z]{1,8}(?:\.gz)?$/i.exec(file) ?? []
  return UNITS[unit.toLowerCase()] ?? null
}

/** Largest relative difference between a figure of a report and that of a distribution in the right unit. */
const CLOSE = 0.1

/** The unit in which the figures of a distribution agree with those of its report; null if none or several do. */
export function unitByFigures(pairs: readonly { own: number; statedMs: number }[]): number | null {
  const known = pairs.filter(({ own, statedMs }) => own > 0 && statedMs > 0)
  const fitting = Object.values(UNITS).filter((unit) =>
    known.every(({ own, statedMs }) => Math.abs((own * unit) / statedMs - 1) <= CLOSE),
  )
  return known.length > 0 && fitting.length === 1 ? (fitting[0] ?? null) : null
}
