import type { DimensionName } from '../../dimension.ts'
import { type Facts, type Study, study } from '../../study.ts'
import { FIO } from './io-efficiency.ts'

/**
 * Offers IO efficiency if fio ran. The offer does not know which machines have both fio and a database that reads; the
 * page finds them. It divides by the random reads of fio unless the URL names another test.
 */
export function offerIoEfficiency(facts: Facts): Study[] {
  const [test] = facts.values('test').filter((name) => name.startsWith('randread'))
  const others = facts.values('benchmark').filter((benchmark) => benchmark !== FIO)
  if (!facts.values('benchmark').includes(FIO) || test === undefined || others.length === 0) return []
  const parameters = facts
    .varying((dimension) => dimension.startsWith('param:'))
    .filter(({ benchmark }) => benchmark !== FIO)
    .map(({ dimension }): DimensionName => dimension)
  return [
    study(facts, {
      kind: 'io-efficiency',
      name: 'io-efficiency',
      title: 'IO efficiency',
      sentence: 'Storage reads per second of a database vs fio on the same machine, and the share that CPU costs.',
      columns: [...facts.several(['product', 'version', 'compiler', 'config']), ...new Set(parameters)],
      tables: ['hardware', 'workload', 'clients'],
      base: { kind: 'values', values: { benchmark: FIO, test } },
      show: 'both',
    }),
  ]
}
