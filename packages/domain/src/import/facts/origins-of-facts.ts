import type { Fields } from '../fields.ts'
import type { ImportContext } from '../import-context.ts'
import { statedName } from '../overrides.ts'
import { isPathReference } from '../profile/corrections.ts'
import type { RunDraft } from '../run-draft.ts'
import type { Origin } from './origins.ts'

/** The dimensions that have one value per run. Clients, tests and parameters belong to results. */
export const RUN_DIMENSIONS = ['product', 'version', 'build', 'config', 'hardware', 'workload', 'repeat'] as const
export type RunDimension = (typeof RUN_DIMENSIONS)[number]

/** Fields of a name that describe a build without naming it. */
const BUILD_FIELDS = ['compiler', 'lto', 'flags', 'pgo', 'bolt', 'march', 'allocator', 'buildType', 'commit'] as const

/** The source of each dimension of a run. */
export type FactOrigins = Readonly<Record<RunDimension, Origin>>

/**
 * The origins of the facts that `resolveFacts` finds, with the same precedence: overrides, then names and outputs, then
 * the profile, then defaults.
 */
export function originsOfFacts(
  draft: RunDraft,
  { profile, overrides, corrected }: Pick<ImportContext, 'profile' | 'overrides'> & { corrected: Fields },
): FactOrigins {
  const byDefault: Origin = { source: 'default', from: profile.name }
  const origin = (field: RunDimension, others: readonly Origin[] = []): Origin => {
    if (statedName(overrides[field]) !== undefined) return { source: 'flag', from: `--set ${field}` }
    if (corrected[field] !== undefined) {
      const isFlag = isPathReference(String(overrides[field]))
      return isFlag ? { source: 'flag', from: `--set ${field}` } : { source: 'profile', from: profile.name }
    }
    return draft.origins[field] ?? others[0] ?? byDefault
  }
  const ofProfile = profile.benchmarks[draft.benchmark]?.product
  return {
    product: origin('product', ofProfile === undefined ? [] : [{ source: 'profile', from: profile.name }]),
    version: origin('version'),
    build: origin(
      'build',
      BUILD_FIELDS.flatMap((field) => draft.origins[field] ?? []),
    ),
    config: origin('config'),
    hardware: origin('hardware'),
    workload: origin('workload', workloadOrigins(draft)),
    repeat: origin('repeat'),
  }
}

/** A workload without a name is described by its size, else by the name of the data set. */
function workloadOrigins({ origins, datasetName, dataset }: RunDraft): Origin[] {
  const { rows, tables } = origins
  if (rows !== undefined && tables !== undefined) return [rows]
  return datasetName === null ? [] : [{ source: 'folder', from: dataset }]
}
