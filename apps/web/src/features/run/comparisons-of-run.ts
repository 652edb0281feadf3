import { type Comparison, DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import type { RunDetails } from '../../trpc/api-types.ts'

type Run = Pick<
  RunDetails,
  'product' | 'version' | 'build' | 'config' | 'hardware' | 'benchmark' | 'workload' | 'clients'
>

type RunComparison = { title: string; comparison: Comparison }

/**
 * Suggests comparisons of a run with others, each with this run as its baseline; several client counts add scale-up.
 */
export function comparisonsOfRun(run: Run): RunComparison[] {
  const { product, version, config, build, hardware, benchmark, workload, clients } = run
  const job = { benchmark: [benchmark], workload: [workload] }
  const own = { product: [product], version: [version] }
  const make = (changes: Partial<Comparison>): Comparison => ({ ...DEFAULT_COMPARISON, ...changes })
  const list: RunComparison[] = [
    {
      title: 'Other versions on this machine',
      comparison: make({
        filters: { hardware: [hardware], ...job },
        base: { kind: 'values', values: { product, version, config } },
      }),
    },
    {
      title: 'Other configs of this version',
      comparison: make({
        filters: { ...own, hardware: [hardware], ...job },
        columns: ['config'],
        base: { kind: 'values', values: { config } },
      }),
    },
    {
      title: 'Other builds of this version',
      comparison: make({
        filters: { ...own, hardware: [hardware], ...job },
        columns: ['build'],
        base: { kind: 'values', values: { build } },
      }),
    },
    {
      title: 'Other machines',
      comparison: make({
        filters: { ...own, config: [config], benchmark: [benchmark] },
        columns: ['hardware'],
        base: { kind: 'values', values: { hardware } },
      }),
    },
    {
      title: 'Repeats of this run',
      comparison: make({
        filters: { ...own, config: [config], hardware: [hardware], ...job },
        columns: ['repeat'],
        repeats: 'each',
      }),
    },
  ]
  if (clients.length > 1) {
    list.push({
      title: 'Scale-up over clients',
      comparison: make({ filters: { ...own, config: [config], hardware: [hardware], ...job }, columns: ['clients'] }),
    })
  }
  return list
}
