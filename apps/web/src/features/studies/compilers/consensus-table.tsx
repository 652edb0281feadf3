import type { CompilerConsensus } from '@assay/domain/studies/compilers'
import { percentText } from '@assay/domain/studies/compilers-words'
import { type Column, DataTable } from '../../../ui/data-table.tsx'

/** What each compiler gains in each test, machine by machine, and whether they agree. */
export function ConsensusTable({ consensus }: { consensus: readonly CompilerConsensus[] }) {
  const machines = [...new Set(consensus.flatMap((one) => one.machines.map(({ machine }) => machine)))]
  return (
    <DataTable
      caption="Gains of compilers over machines"
      columns={[...COLUMNS, ...machines.map(machineColumn), VERDICT]}
      rows={consensus.toSorted((a, b) => b.machines.length - a.machines.length)}
      rowKey={({ test, of, compiler }) => `${test} ${of} ${compiler}`}
      groupOf={({ of }) => of}
    />
  )
}

const COLUMNS: readonly Column<CompilerConsensus>[] = [
  { key: 'test', header: 'Test', heads: true, cell: ({ test }) => test },
  { key: 'compiler', header: 'Compiler', cell: ({ compiler, over }) => `${compiler} over ${over}` },
]

const machineColumn = (machine: string): Column<CompilerConsensus> => ({
  key: machine,
  header: machine || 'machine',
  about: `Gain on ${machine}, with the version that it is of`,
  numeric: true,
  cell: ({ machines }) => {
    const own = machines.find((one) => one.machine === machine)
    if (own === undefined) return '-'
    return (
      <>
        <small>{own.version}</small> {percentText(own.change)}
      </>
    )
  },
})

const VERDICT: Column<CompilerConsensus> = {
  key: 'verdict',
  header: 'Verdict',
  about: 'Faster and slower from the limits of the comparison on, 5% unless changed',
  cell: ({ verdict, agree, machines }) => {
    if (verdict === null) return 'machines differ'
    return machines.length === 1 ? verdict : `${agree} of ${machines.length} agree: ${verdict}`
  },
}
