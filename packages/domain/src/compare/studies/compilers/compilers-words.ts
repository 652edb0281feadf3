import type { CompilerConsensus, CompilerGain } from './compilers.ts'

/** Formats a change as `+15%`, `-6%` or `±0%`. */
export function percentText(change: number): string {
  const percent = Math.round(change * 100)
  return percent === 0 ? '±0%' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
}

/** Formats gains, largest first: `10.8: clang+LTO +15%, clang +11% over gcc`. Empty without gains. */
export function gainsText(gains: readonly CompilerGain[]): string {
  const [first] = gains
  if (first === undefined) return ''
  const sorted = gains.toSorted((a, b) => b.change - a.change)
  return `${first.version}: ${sorted.map(({ compiler, change }) => `${compiler} ${percentText(change)}`).join(', ')} over ${first.over}`
}

/** Formats a consensus: `clang+LTO over gcc: 3 of 3 agree, faster (+8% to +20%)`. */
export function consensusText({ compiler, over, machines, verdict, agree }: CompilerConsensus): string {
  const changes = machines.map(({ change }) => change)
  const [low, high] = [Math.min(...changes), Math.max(...changes)].map(percentText)
  const range = low === high ? low : `${low} to ${high}`
  const text = `${compiler} over ${over}:`
  if (verdict === null) return `${text} machines differ (${range})`
  const machineNames = machines.length === 1 ? (machines[0]?.machine ?? '') : `${agree} of ${machines.length} agree`
  return `${text} ${machineNames}, ${verdict} (${range})`
}
