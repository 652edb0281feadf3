import type { UploadProfile } from '@assay/domain/run/upload-document'

/** A raw file that is a profile of a result; `attachment` is its name, `sha256` the hash of its content. */
export type StoredProfile = Omit<UploadProfile, 'event' | 'params'> & {
  id: string
  runId: string
  resultId: string
  sha256: string
  event: string | null
}

/** Profiles are ordered by test, clients and file. */
export type ProfileQueries = {
  forRun(runId: string): Promise<StoredProfile[]>
  forResults(resultIds: readonly string[]): Promise<StoredProfile[]>
  find(id: string): Promise<StoredProfile | null>
}
