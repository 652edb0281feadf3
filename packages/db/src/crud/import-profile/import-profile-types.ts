/** The import profile of a project, which uploads use unless they name another. */
export type StoredImportProfile = { yaml: string; updatedAt: string }

export type ImportProfileQueries = {
  /** Null when the project has none. */
  find(): Promise<StoredImportProfile | null>
  save(yaml: string): Promise<void>
  /** False when the project has none. */
  remove(): Promise<boolean>
}
