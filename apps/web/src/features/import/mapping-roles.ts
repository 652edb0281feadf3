import type { PreviewColumn, PreviewTable } from '@assay/domain/import/preview/preview-document'
import type { MappingRule } from '@assay/domain/import/profile/mapping-rule'

type Choice = PreviewTable['choices'][number]

/** The roles of a column in the words of the page. */
export const ROLES = [
  ['ignore', 'not used'],
  ['test', 'the test'],
  ['clients', 'clients'],
  ['product', 'product'],
  ['version', 'version'],
  ['hardware', 'machine'],
  ['build', 'build'],
  ['config', 'config'],
  ['workload', 'workload'],
  ['repeat', 'repeat'],
  ['benchmark', 'benchmark'],
  ['param', 'a parameter'],
  ['metric', 'a metric'],
] as const

export const BETTER = [
  ['', 'which is better?'],
  ['higher', 'higher is better'],
  ['lower', 'lower is better'],
  ['neither', 'neither is better'],
] as const

/** The role of a column. A metric has a name, a unit and a direction, a parameter a name. */
export type Role = {
  role: (typeof ROLES)[number][0]
  name?: string
  unit?: string
  better?: 'higher' | 'lower' | 'neither'
  times?: number
  /** The name of a metric whose unit and direction Assay knows. */
  known?: string
}
export type Roles = Readonly<Record<string, Role>>

/** The roles that the names of the columns suggest. */
export const guessedRoles = (choice: Choice | undefined): Roles =>
  Object.fromEntries((choice?.columns ?? []).map((column) => [column.name, guessedRole(column)]))

function guessedRole({ name, guess }: PreviewColumn): Role {
  if (typeof guess === 'string') {
    const known = ROLES.find(([role]) => role === guess)
    return { role: known?.[0] ?? 'ignore' }
  }
  const last = name.split(/[.^$]/).at(-1) ?? name
  const plain = { name: last.replace(/[[\]"@]/g, '') }
  if (guess === null) return { role: 'ignore', ...plain }
  const { metric, unit, better, times } = guess
  return {
    ...{ role: 'metric', name: metric, unit: unit === 'not stated' ? '' : (unit ?? '') },
    ...(unit === undefined ? { known: metric } : {}),
    ...(better === undefined ? {} : { better }),
    ...(times === undefined ? {} : { times }),
  }
}

/** True for a metric whose unit and direction a person has to state. */
export const needsUnit = ({ role, name, known }: Role): boolean => role === 'metric' && name !== known

/** The lack of an incomplete mapping as a sentence; null when it is complete. */
export function missingOf(roles: Roles): string | null {
  const all = Object.values(roles)
  const metrics = all.filter(({ role }) => role === 'metric')
  if (metrics.length === 0) return 'At least one column is a metric.'
  const twice = ROLES.find(
    ([role]) =>
      role !== 'ignore' && role !== 'metric' && role !== 'param' && all.filter((one) => one.role === role).length > 1,
  )
  return twice === undefined ? null : `Two columns are ${twice[1]}; choose one.`
}

/** The mapping of a profile for the roles. Columns without a role are left out. */
export function mappingOf(
  { rows, separator }: Pick<Choice, 'rows' | 'separator'>,
  roles: Roles,
  set: Readonly<Record<string, string>>,
): MappingRule['mapping'] {
  const columns = Object.entries(roles).flatMap(([column, role]) => {
    const target = targetOf(role)
    return target === null ? [] : [[column, target] as const]
  })
  const hasBenchmark = Object.values(roles).some(({ role }) => role === 'benchmark')
  const constants = Object.entries(set).filter(([field]) => field !== 'benchmark' || !hasBenchmark)
  return {
    schemaVersion: 1,
    ...(rows === null ? {} : { rows }),
    ...(separator === null || separator === ',' ? {} : { separator }),
    columns: Object.fromEntries(columns),
    others: 'ignore',
    set: Object.fromEntries(constants),
  }
}

function targetOf(stated: Role): MappingRule['mapping']['columns'][string] | null {
  const { role, name = '', unit = '', better, times } = stated
  if (role === 'ignore') return null
  if (role === 'param') return `param:${name.trim()}`
  if (role !== 'metric') return role
  return {
    metric: name.trim(),
    ...(needsUnit(stated) ? { unit: unit.trim(), better: better ?? 'neither' } : {}),
    ...(times === undefined ? {} : { times }),
  }
}
