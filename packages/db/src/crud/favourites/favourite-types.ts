import type { KeptPage, PageToKeep } from '@assay/domain/search/kept-page'

/** Pages that a person keeps and saw, for themselves. */
export type FavouriteQueries = {
  /** By name. */
  list(personId: string): Promise<KeptPage[]>
  /** Kept again under another name it is renamed. */
  keep(personId: string, page: PageToKeep): Promise<void>
  /** False when it was not kept. */
  drop(personId: string, path: string): Promise<boolean>
  /** The last 30, the newest first. */
  seen(personId: string): Promise<KeptPage[]>
  noteSeen(personId: string, page: PageToKeep, at: Date): Promise<void>
}
