import type { CandidateRun } from './experiment.ts'

/** Machine hours of runs up to a position. */
export const machineHours = (runs: readonly CandidateRun[], until = Number.POSITIVE_INFINITY): number =>
  runs.reduce((sum, { position, machineSeconds }) => (position <= until ? sum + machineSeconds : sum), 0) / 3600
