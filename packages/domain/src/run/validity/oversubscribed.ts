import { connectionsOf } from './connections.ts'
import { formatCount } from './flag-numbers.ts'
import type { JudgedResult } from './judged-result.ts'
import type { ValidityFlag } from './validity-flag.ts'

/** Flags a result with as many connections as the machine has cores, or more. */
export function tooManyConnections({ benchmark, test, clients, cores }: JudgedResult): ValidityFlag[] {
  if (cores === null) return []
  const each = connectionsOf(benchmark, test)
  const connections = clients * each
  if (connections < cores) return []
  const made = each === 1 ? '' : ` (${formatCount(clients, 'client')} with ${each} each)`
  const text = `${formatCount(connections, 'connection')}${made} on ${formatCount(cores, 'core')}`
  return connections > cores
    ? [{ code: 'oversubscribed', text: `${text}.` }]
    : [{ code: 'no-core-left', text: `${text} leave none for background work.` }]
}
