import type { Cell } from '../../compare/grid.ts'
import { median } from '../../stats/median.ts'

/** A machine whose repeats differ too much for a gate: the median standard deviation of its tests, as a share. */
export type NoisyMachine = { hardware: string; noise: number }

/**
 * Removes the cells of machines whose noise is above a limit. The noise of a machine is the median, over its tests, of
 * the standard deviation of ln(value) of one run; a machine whose noise is unknown is kept, because its verdicts are
 * inconclusive anyway.
 */
export function withoutNoisyMachines<T extends { hardware: string; cell: Pick<Cell, 'verdict'> }>(
  cells: readonly T[],
  maxNoise: number | undefined,
): { cells: readonly T[]; noisyMachines: readonly NoisyMachine[] } {
  if (maxNoise === undefined) return { cells, noisyMachines: [] }
  const noisyMachines = [...Map.groupBy(cells, ({ hardware }) => hardware)].flatMap(([hardware, own]) => {
    const noise = median(own.flatMap(({ cell }) => cell.verdict?.noise?.sd ?? []))
    return noise !== null && noise > maxNoise ? [{ hardware, noise }] : []
  })
  const names = new Set(noisyMachines.map(({ hardware }) => hardware))
  return { cells: cells.filter(({ hardware }) => !names.has(hardware)), noisyMachines }
}
