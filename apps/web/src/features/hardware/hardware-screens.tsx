import { type ProductStrips, stripsOfMachine } from '@assay/domain/findings/releases/release-strips'
import { newestCell, overviewHeadline } from '@assay/domain/findings/releases/release-words'
import { hardwareListPath, hardwareNoisePath } from '../../paths.ts'
import type { Hardware, HardwareWithRuns } from '../../trpc/api-types.ts'
import card from '../../ui/card.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { NothingYet } from '../home/nothing-yet.tsx'
import { HeatStrips } from '../overview/heat-strips.tsx'
import { RunsOf } from '../runs/runs-of.tsx'
import { hardwareFacts } from './hardware-facts.ts'
import { machineColumns } from './machine-columns.tsx'

type ListProps = { project: string; hardware: readonly Hardware[]; products: readonly ProductStrips[] }

/** All machines of a project, with what they measured. */
export function HardwareList({ project, hardware, products }: ListProps) {
  const machines = countOf(hardware.length, 'machine')
  const measured = `${countOf(versionsOf(products), 'version')} of ${countOf(products.length, 'product')}`
  return (
    <>
      <PageHeader
        title={hardware.length === 0 ? 'Hardware' : `${machines} measured ${measured}`}
        summary="The page of a machine shows its releases, its noise and its runs."
      />
      {hardware.length === 0 ? (
        <NothingYet project={project} what="machines" />
      ) : (
        <DataTable caption="Hardware" columns={columns(project, products)} rows={hardware} rowKey={({ id }) => id} />
      )}
    </>
  )
}

type MachineProps = {
  project: string
  hardware: HardwareWithRuns
  /** The releases that this machine measured. */
  products: readonly ProductStrips[]
}

/** One machine: what its releases changed, its facts and its runs. */
export function HardwareScreen({ project, hardware, products }: MachineProps) {
  const { name, runCount } = hardware
  const { title } = overviewHeadline(products)
  return (
    <>
      <PageHeader
        above={<a href={hardwareListPath(project)}>Hardware</a>}
        title={products.length === 0 ? name : `${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
        summary={
          <>
            {countOf(runCount, 'run')} of {countOf(versionsOf(products), 'version')}.{' '}
            <a href={hardwareNoisePath(project, hardware.id)}>Noise estimate</a>
          </>
        }
      />
      {products.length > 0 && (
        <Section title="Releases" aside="Geometric mean of all tests vs the previous release, in percent">
          <HeatStrips project={project} products={products} />
        </Section>
      )}
      <Section title="Facts">
        <div className={card.card}>
          <Facts facts={hardwareFacts(hardware)} />
        </div>
      </Section>
      <RunsOf project={project} runs={hardware.runs} runCount={runCount} filters={{ hardware: [name] }} />
    </>
  )
}

const versionsOf = (products: readonly ProductStrips[]): number =>
  products.reduce((total, { versions }) => total + versions.length, 0)

function columns(project: string, products: readonly ProductStrips[]): Column<Hardware>[] {
  const { name, cpu, cores, memory, storage } = machineColumns(project)
  return [
    name,
    {
      key: 'measured',
      header: 'Versions measured',
      wraps: true,
      cell: (machine) => measuredWords(stripsOfMachine(products, machine.name)),
    },
    {
      key: 'newest',
      header: 'Newest releases',
      about: 'tests of the newest release of each product and benchmark vs the previous one',
      cell: (machine) => newestWords(stripsOfMachine(products, machine.name)),
    },
    cpu,
    cores,
    {
      key: 'size',
      header: 'Server size',
      about: 'small below 10 cores, medium 10 to 20, large above',
      widestOnly: true,
      cell: ({ sizeClass }) => sizeClass,
    },
    memory,
    storage,
    { key: 'os', header: 'OS', widestOnly: true, cell: ({ os }) => os },
    { key: 'kernel', header: 'Kernel', widestOnly: true, cell: ({ kernel }) => kernel },
  ]
}

/** "RocksDB 16, MySQL 7". */
const measuredWords = (products: readonly ProductStrips[]): string =>
  products.map(({ product, versions }) => `${product} ${versions.length}`).join(', ')

/** "3 regressions, 1 improvement", or why there are none. */
function newestWords(products: readonly ProductStrips[]): string {
  const newest = products.flatMap(({ strips }) => strips.flatMap((strip) => newestCell(strip) ?? []))
  const results = newest.flatMap((cell) => (cell.kind === 'compared' ? [cell.result] : []))
  if (results.length === 0) return 'nothing to compare'
  const sum = (name: 'regressions' | 'improvements' | 'noChange') =>
    results.reduce((total, result) => total + result[name], 0)
  const [regressions, improvements] = [sum('regressions'), sum('improvements')]
  if (regressions + improvements === 0) return sum('noChange') > 0 ? 'no change' : 'inconclusive'
  return [
    ...(regressions > 0 ? [countOf(regressions, 'regression')] : []),
    ...(improvements > 0 ? [countOf(improvements, 'improvement')] : []),
  ].join(', ')
}
