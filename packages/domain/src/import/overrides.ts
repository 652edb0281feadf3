import type { ParamValue, UploadBuild, UploadConfig, UploadHardware } from '../run/upload-document.ts'
import { isFolder } from './decode-path.ts'
import type { Fields } from './fields.ts'

/** Facts that a person or a runner states; they win over everything that names say. */
export type ImportOverrides = {
  product?: string
  version?: string
  /** A name as the profile spells builds (`rel_o2nofp`), or its parts. */
  build?: string | UploadBuild
  config?: string | UploadConfig
  /** A machine of the profile by name or token, any other name, or its parts. */
  hardware?: string | UploadHardware
  workload?: string
  repeat?: number
  /** For tables, which do not state it; values in the output of a benchmark are not overridden. */
  clients?: number
  /** Parameters of every result. */
  params?: Readonly<Record<string, ParamValue>>
  /** Any other field of names, such as `cached`, `compiler` or `smt` (FIELD_NAMES). */
  fields?: Readonly<Record<string, string>>
  /** Imports unfinished steps of `assay exec` as well. */
  incomplete?: boolean
}

const TEXT_FIELDS = ['product', 'version', 'build', 'config', 'hardware', 'workload'] as const

/** The stated facts as fields of names, so that files are grouped into runs by them as well. */
export function statedFields(overrides: ImportOverrides): Fields {
  const texts = TEXT_FIELDS.flatMap((field) => {
    const value = overrides[field]
    return typeof value === 'string' ? [[field, value] as const] : []
  })
  return { ...overrides.fields, ...Object.fromEntries(texts) }
}

/** A stated name; undefined for none, and for one that stands for the name of a folder, which is among the fields. */
export const statedName = <T>(value: string | T | undefined): string | T | undefined =>
  typeof value === 'string' && isFolder(value) ? undefined : value
