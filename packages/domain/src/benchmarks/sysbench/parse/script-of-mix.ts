import type { SysbenchOutput } from './sysbench-output.ts'

/** Reads, writes and other queries of a transaction, by the script of sysbench that has them and no other has. */
const MIXES: Readonly<Record<string, string>> = {
  '14:4:2': 'oltp_read_write',
  '14:0:2': 'oltp_read_only',
  '0:4:2': 'oltp_write_only',
}

/** The script whose transactions have exactly the queries of the output; null for any other mix. */
export function scriptOfMix({ queriesPerformed, transactions }: SysbenchOutput): string | null {
  if (queriesPerformed === null || transactions === null || transactions.count === 0) return null
  const { read, write, other } = queriesPerformed
  return MIXES[[read, write, other].map((count) => count / transactions.count).join(':')] ?? null
}
