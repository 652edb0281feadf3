import type { ParamValue, UploadBuild, UploadConfig, UploadHardware } from '../run/upload-document.ts'
import { type Fields, repeatOf } from './fields.ts'
import { type Correction, isPathReference } from './profile/corrections.ts'

/** Facts that a person or a runner states. They override everything that names state. */
export type ImportOverrides = {
  product?: string
  version?: string
  /** A build name in the profile's spelling (`rel_o2nofp`), or the parts of the build. */
  build?: string | UploadBuild
  config?: string | UploadConfig
  /** A machine of the profile by name or token, any other name, or the parts of the hardware. */
  hardware?: string | UploadHardware
  workload?: string
  repeat?: number
  /** Clients of tables, which do not state them. Values in the output of a benchmark are not overridden. */
  clients?: number
  /** Parameters that are added to every result. */
  params?: Readonly<Record<string, ParamValue>>
  /** Other name fields, such as `cached`, `compiler` or `smt` (FIELD_NAMES). */
  fields?: Readonly<Record<string, string>>
  /** Imports unfinished steps of `assay exec` as well. */
  incomplete?: boolean
}

const TEXT_FIELDS = ['product', 'version', 'build', 'config', 'hardware', 'workload'] as const

/**
 * The stated facts as name fields, so that they take part in grouping files into runs. Parts of paths other than
 * `@folder` depend on the file and are corrections.
 */
export function statedFields(overrides: ImportOverrides): Fields {
  return Object.fromEntries(allStatedFields(overrides).filter(([, text]) => !isPartOfFile(text)))
}

/** Stated parts of paths, such as `config=@segment2`. */
export function statedReferences(overrides: ImportOverrides): Correction[] {
  const parts = allStatedFields(overrides).filter(([, text]) => isPartOfFile(text))
  return parts.length === 0 ? [] : [{ set: Object.fromEntries(parts) }]
}

const isPartOfFile = (text: string): boolean => isPathReference(text) && !text.startsWith('@folder')

function allStatedFields(overrides: ImportOverrides): [field: string, text: string][] {
  const texts = TEXT_FIELDS.flatMap((field) => {
    const value = overrides[field]
    return typeof value === 'string' ? [[field, value] satisfies [string, string]] : []
  })
  return [...Object.entries(overrides.fields ?? {}), ...texts]
}

/**
 * A stated name; undefined when nothing is stated or when it is a part of the path, because then the path has
 * been decoded with it.
 */
export const statedName = <T>(value: string | T | undefined): string | T | undefined =>
  typeof value === 'string' && isPathReference(value) ? undefined : value

/** The overrides without parts of paths, which are fields already. */
export function namedOverrides(overrides: ImportOverrides): ImportOverrides {
  const stated = Object.entries(overrides).filter(([, value]) => statedName(value) !== undefined)
  return Object.fromEntries(stated) // Leaving out optional fields keeps the type.
}

/** The facts of a run among corrected fields. Like other overrides they win over what names and outputs state. */
export function runFactsOf(corrected: Fields): ImportOverrides {
  const texts = TEXT_FIELDS.flatMap((field) => (corrected[field] === undefined ? [] : [[field, corrected[field]]]))
  const repeat = repeatOf(corrected.repeat)
  return { ...Object.fromEntries(texts), ...(repeat === null ? {} : { repeat }) }
}
