import type { ParamValue, UploadBuild, UploadConfig, UploadHardware } from '../run/upload-document.ts'

/** What a person or a runner states; it wins over everything that names say. */
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
  /** For tables, which do not say; what a benchmark printed itself is not overridden. */
  clients?: number
  /** Parameters of every result. */
  params?: Readonly<Record<string, ParamValue>>
  /** Take steps of `assay exec` that did not finish, too. */
  incomplete?: boolean
}
