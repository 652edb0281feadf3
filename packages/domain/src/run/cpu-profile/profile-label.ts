import type { DimensionName } from '../../compare/dimension.ts'
import type { GridColumn, GridTable } from '../../compare/grid.ts'
import type { Point } from '../../compare/point.ts'
import type { ProfileKind } from './stack-profile.ts'

/** Facts that distinguish a profile from others. */
export type LabeledProfile = {
  id: string
  kind: ProfileKind
  event: string | null
  attachment: string
  coordinates: Point['coordinates']
}

const KIND_WORDS: Readonly<Record<ProfileKind, string>> = {
  'perf-report': 'flat report',
  'perf-script': 'perf script',
  'folded-stacks': 'stacks',
  'flame-graph-svg': 'flame graph',
  pmp: 'pmp',
  'query-plan': 'plan',
}

export const kindWord = ({ kind, event }: Pick<LabeledProfile, 'kind' | 'event'>): string =>
  event === null ? KIND_WORDS[kind] : `${KIND_WORDS[kind]} of ${event}`

const DISTINGUISHING: readonly DimensionName[] = [
  'product',
  'version',
  'compiler',
  'config',
  'hardware',
  'test',
  'clients',
]

/**
 * A label for each profile from the facts that differ: `18.4, point-query_range=100, stacks`. Profiles with equal facts
 * get the name of their file.
 */
export function profileLabels(profiles: readonly LabeledProfile[]): Map<string, string> {
  const varies = DISTINGUISHING.filter(
    (dimension) => new Set(profiles.map(({ coordinates }) => coordinates[dimension])).size > 1,
  )
  const shown: readonly DimensionName[] = varies.length > 0 ? varies : ['version', 'test']
  const short = (profile: LabeledProfile) =>
    [...shown.flatMap((dimension) => profile.coordinates[dimension] ?? []), kindWord(profile)].join(', ')
  const counts = Map.groupBy(profiles, short)
  return new Map(
    profiles.map((profile) => {
      const label = short(profile)
      const isAlone = counts.get(label)?.length === 1
      return [profile.id, isAlone ? label : `${label}, ${profile.attachment.split('/').at(-1)}`]
    }),
  )
}

/** The first profile of a table column, matched by the values of the column and of the table. */
export function profileOfColumn<Profile extends LabeledProfile>(
  profiles: readonly Profile[],
  { table, column }: { table: GridTable; column: GridColumn },
  { tables, columns }: { tables: readonly DimensionName[]; columns: readonly DimensionName[] },
): Profile | undefined {
  const wanted = [
    ...tables.map((dimension, i) => [dimension, table.key.values[i]] as const),
    ...columns.map((dimension, i) => [dimension, column.values[i]] as const),
  ]
  return profiles.find(({ coordinates }) =>
    wanted.every(([dimension, value]) => (coordinates[dimension] ?? '') === (value ?? '')),
  )
}
