import { hardwareListPath, hardwareNoisePath } from '../../paths.ts'
import type { Hardware, HardwareWithRuns } from '../../trpc/api-types.ts'
import card from '../../ui/card.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { RunsOf } from '../runs/runs-of.tsx'
import { hardwareFacts } from './hardware-facts.ts'
import { machineColumns } from './machine-columns.tsx'

/** All machines of a project. */
export function HardwareList({ project, hardware }: { project: string; hardware: readonly Hardware[] }) {
  return (
    <>
      <PageHeader title="Hardware" summary={`${countOf(hardware.length, 'machine')} with benchmark results.`} />
      {hardware.length === 0 ? (
        <NothingYet project={project} what="machines" />
      ) : (
        <DataTable caption="Hardware" columns={columns(project)} rows={hardware} rowKey={({ id }) => id} />
      )}
    </>
  )
}

/** One machine: its facts and its runs. */
export function HardwareScreen({ project, hardware }: { project: string; hardware: HardwareWithRuns }) {
  return (
    <>
      <PageHeader
        above={<a href={hardwareListPath(project)}>Hardware</a>}
        title={hardware.name}
        summary={
          <>
            {countOf(hardware.runCount, 'run')}. <a href={hardwareNoisePath(project, hardware.id)}>Noise estimate</a>
          </>
        }
      />
      <div className={card.card}>
        <Facts facts={hardwareFacts(hardware)} />
      </div>
      <RunsOf
        project={project}
        runs={hardware.runs}
        runCount={hardware.runCount}
        filters={{ hardware: [hardware.name] }}
      />
    </>
  )
}

function columns(project: string): Column<Hardware>[] {
  const { name, cpu, cores, memory, storage } = machineColumns(project)
  return [
    name,
    cpu,
    cores,
    {
      key: 'size',
      header: 'Server size',
      about: 'small below 10 cores, medium 10 to 20, large above',
      cell: ({ sizeClass }) => sizeClass,
    },
    memory,
    storage,
    { key: 'os', header: 'OS', wideOnly: true, cell: ({ os }) => os },
    { key: 'kernel', header: 'Kernel', wideOnly: true, cell: ({ kernel }) => kernel },
  ]
}
