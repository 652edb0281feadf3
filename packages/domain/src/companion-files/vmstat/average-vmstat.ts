import type { Vmstat } from './vmstat.ts'

export type VmstatMeans = {
  samples: number
  /** null where the sampler does not print them. */
  contextSwitchesPerSecond: number | null
  /** Percent of all CPUs. */
  userPercent: number
  systemPercent: number
  idlePercent: number
  /** null where the column does not exist. */
  waitPercent: number | null
  stealPercent: number | null
}

/** Arithmetic means of the samples, without the line since boot; null without a sample. */
export function averageVmstat(vmstat: Vmstat): VmstatMeans | null {
  const count = vmstat.samples.us?.length ?? 0
  return means(vmstat, { count, startWith: () => 0 })
}

/**
 * Means as the archive computes them (FORMATS 4, known error): the line since boot counts as a sample, and every header
 * pair but the first as a sample of zeros. They are about 4% too low.
 */
export function averageVmstatAsPublished(vmstat: Vmstat): VmstatMeans | null {
  const realSamples = (vmstat.samples.us?.length ?? 0) + 1
  const count = realSamples + Math.max(vmstat.headerPairs - 1, 0)
  return means(vmstat, { count, startWith: (column) => vmstat.sinceBoot[column] ?? 0 })
}

type Counting = { count: number; startWith: (column: string) => number }

function means({ samples }: Vmstat, { count, startWith }: Counting): VmstatMeans | null {
  if (count === 0) return null
  const mean = (column: string): number | null => {
    const values = samples[column]
    return values === undefined ? null : values.reduce((sum, value) => sum + value, startWith(column)) / count
  }
  const [contextSwitchesPerSecond, userPercent, systemPercent, idlePercent] = [
    mean('cs'),
    mean('us'),
    mean('sy'),
    mean('id'),
  ]
  if (userPercent === null || systemPercent === null || idlePercent === null) return null
  return {
    samples: count,
    contextSwitchesPerSecond,
    userPercent,
    systemPercent,
    idlePercent,
    waitPercent: mean('wa'),
    stealPercent: mean('st'),
  }
}
