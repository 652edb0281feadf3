import type { JudgedResult } from './judged-result.ts'
import type { ValidityFlag } from './validity-flag.ts'

/** Percent of all CPUs that a hypervisor may take. */
const STEAL_LIMIT_PERCENT = 1

/** Flags a result whose CPU time a hypervisor gave to other machines. */
export function steal({ value }: JudgedResult): ValidityFlag[] {
  const percent = value('cpu_st') ?? 0
  if (percent <= STEAL_LIMIT_PERCENT) return []
  return [{ code: 'steal', text: `The hypervisor took ${percent.toFixed(1)}% of the CPU.` }]
}
