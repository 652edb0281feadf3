import type { UploadBuild, UploadConfig, UploadDocument, UploadHardware } from '../../run/upload-document.ts'
import { decodeBuild } from '../decode-product-version.ts'
import { applyFirst, countOf, type Fields, repeatOf } from '../fields.ts'
import { type ImportOverrides, namedOverrides } from '../overrides.ts'
import { matchPattern } from '../profile/path-pattern.ts'
import type { ImportProfile } from '../profile/profile.ts'

/** The facts that identify a run, as its document states them. */
export type RunFacts = Pick<UploadDocument, 'product' | 'version' | 'build' | 'config' | 'hardware' | 'workload'> & {
  repeat: number
  /** The setting that a config sweep varies, as stated by the config's name. It is a parameter of every result. */
  params: Readonly<Record<string, number | string>>
}

export type FactsContext = {
  profile: ImportProfile
  benchmark: string
  overrides: ImportOverrides
  /** Name of the data set. It names a workload of which nothing else is known. */
  datasetName: string | null
}

/** Facts that a run cannot be stored without. */
export type RequiredFact = 'product' | 'version' | 'hardware'

/**
 * Resolves the facts of a run from its name fields. Missing parts come from the profile's defaults. Product, version
 * and machine are never invented; when unnamed, they are listed in `missing`.
 */
export function resolveFacts(
  fields: Fields,
  context: FactsContext,
): { facts: RunFacts; missing: null } | { facts: null; missing: RequiredFact[] } {
  const { profile, benchmark } = context
  const overrides = namedOverrides(context.overrides)
  const known: Fields = { ...profile.defaults, ...fields }
  const product = overrides.product ?? fields.product ?? profile.benchmarks[benchmark]?.product ?? known.product
  const version = overrides.version ?? known.version
  const hardware = resolveHardware(profile, known, overrides.hardware)
  if (product === undefined || version === undefined || hardware === null) {
    const missing = [
      ...(product === undefined ? ['product' as const] : []),
      ...(version === undefined ? ['version' as const] : []),
      ...(hardware === null ? ['hardware' as const] : []),
    ]
    return { facts: null, missing }
  }
  const { config, params } = resolveConfig(profile, product, known, overrides.config)
  return {
    facts: {
      product,
      version,
      build: resolveBuild(profile, known, overrides.build),
      config,
      hardware,
      workload: resolveWorkload(known, { ...context, overrides }),
      params,
      repeat: overrides.repeat ?? repeatOf(fields.repeat) ?? 1,
    },
    missing: null,
  }
}

function resolveBuild(profile: ImportProfile, fields: Fields, override: ImportOverrides['build']): UploadBuild {
  if (typeof override === 'object') return override
  const name = override ?? fields.build
  const decoded = name === undefined ? {} : decodeBuild(profile, name.split(/[_.]/)).fields
  const stated: Fields = override === undefined ? { ...decoded, ...fields } : decoded
  const { compiler, compilerVersion, flags, commit, lto, pgo, bolt, march, allocator, buildType } = stated
  return {
    ...(name === undefined ? {} : { name }),
    ...(compiler === undefined ? {} : { compiler }),
    ...(compilerVersion === undefined ? {} : { compilerVersion }),
    ...(lto === undefined ? {} : { lto: lto === 'true' }),
    ...(pgo === undefined ? {} : { pgo: pgo === 'true' }),
    ...(bolt === undefined ? {} : { bolt: bolt === 'true' }),
    ...(march === undefined ? {} : { march }),
    ...(allocator === undefined ? {} : { allocator }),
    ...(flags === undefined ? {} : { flags }),
    ...(commit === undefined ? {} : { commit }),
    ...(buildType === undefined ? {} : { buildType }),
  }
}

function resolveConfig(
  profile: ImportProfile,
  product: string,
  fields: Fields,
  override: ImportOverrides['config'],
): { config: UploadConfig; params: Record<string, number | string> } {
  if (typeof override === 'object') return { config: override, params: {} }
  const name = override ?? fields.config ?? 'unknown'
  for (const rule of profile.configs) {
    if (rule.product !== undefined && rule.product !== product) continue
    const parts = matchPattern(rule.match, name)
    if (parts === null) continue
    const settings = Object.entries(rule.settings).map(([key, value]) => [key, fillIn(value, parts)])
    const params = Object.entries(rule.params).map(([key, value]) => [key, numberOrText(fillIn(value, parts))])
    return {
      config: {
        name: rule.name === undefined ? name : fillIn(rule.name, parts),
        ...(settings.length > 0 ? { settings: Object.fromEntries(settings) } : {}),
      },
      params: Object.fromEntries(params),
    }
  }
  return { config: { name }, params: {} }
}

const numberOrText = (text: string): number | string => (/^\d{1,15}$/.test(text) ? Number(text) : text)

const fillIn = (text: string, parts: Fields): string =>
  text.replace(/\{([A-Za-z_]\w*)\}/g, (whole, field: string) => parts[field] ?? whole)

/** The hardware; null when nothing names the machine or its name is `unknown`. */
function resolveHardware(
  profile: ImportProfile,
  fields: Fields,
  override: ImportOverrides['hardware'],
): UploadHardware | null {
  const stated = override ?? fields.hardware
  if (stated === undefined) return null
  const name = typeof stated === 'string' ? stated : stated.name
  if (name.trim() === '' || name.toLowerCase() === 'unknown') return null
  if (typeof stated !== 'string') return stated
  const machine = findMachine(profile, name)
  if (machine === undefined) return { name }
  const { tokens: _tokens, cpus: _cpus, ...hardware } = machine
  return hardware
}

/** The machine of the profile with that name or token. */
export const findMachine = (profile: ImportProfile, name: string): ImportProfile['machines'][number] | undefined =>
  profile.machines.find((machine) => machine.name === name || machine.tokens.includes(name))

/**
 * The workload, such as `cached, 8 tables, 10M rows/table` from names or outputs, else the name of the data set.
 * `IO-bound, may25.pg18` is used when the set may hold both cached and IO-bound runs.
 */
function resolveWorkload(
  fields: Fields,
  { profile, overrides, datasetName }: FactsContext,
): UploadDocument['workload'] {
  const name = overrides.workload ?? fields.workload
  if (name !== undefined) return { name }
  const tables = countOf(fields.tables)
  const rows = countOf(fields.rows, 999_999_999)
  const isWhole = tables !== null && rows !== null
  const { cached } = fields
  const isInDataset = datasetName?.split('.').some((word) => applyFirst(profile.words, word)?.fields.cached === cached)
  const parts = [
    ...(cached === undefined || (isInDataset === true && !isWhole) ? [] : [cached]),
    ...(tables === null ? [] : [tables === 1 ? '1 table' : `${tables} tables`]),
    ...(rows === null ? [] : [`${shortCount(rows)} rows/table`]),
    ...(fields.pk === '0' ? ['no primary key'] : []),
    // A size that is stated in part leaves the others to the data set.
    ...(isWhole || datasetName === null ? [] : [datasetName]),
  ]
  const params = { ...(tables === null ? {} : { tables }), ...(rows === null ? {} : { rows_per_table: rows }) }
  return { name: parts.join(', ') || 'unknown', ...(Object.keys(params).length === 0 ? {} : { params }) }
}

function shortCount(count: number): string {
  if (count % 1_000_000 === 0) return `${count / 1_000_000}M`
  return count % 1_000 === 0 ? `${count / 1_000}k` : String(count)
}
