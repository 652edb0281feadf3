import type { ParamValue, UploadBuild, UploadConfig, UploadHardware } from '../run/upload-document.ts'
import { isFolder } from './decode-path.ts'
import type { Fields } from './fields.ts'

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

/** The stated facts as name fields, so that files are grouped into runs by them as well. */
export function statedFields(overrides: ImportOverrides): Fields {
  const texts = TEXT_FIELDS.flatMap((field) => {
    const value = overrides[field]
    return typeof value === 'string' ? [[field, value] as const] : []
  })
  return { ...overrides.fields, ...Object.fromEntries(texts) }
}

/**
 * A stated name; undefined when nothing is stated or when it is `@folder`, because then the path decoder has resolved
 * it.
 */
export const statedName = <T>(value: string | T | undefined): string | T | undefined =>
  typeof value === 'string' && isFolder(value) ? undefined : value
