import type { NewSavedPage, SavedPage } from '@assay/domain/search/saved-page'

/** Pages that a person keeps and saw, for themselves. */
export type FavouriteQueries = {
  /** Lists saved pages, sorted by name. */
  list(personId: string): Promise<SavedPage[]>
  /** Kept again under another name it is renamed. */
  keep(personId: string, page: NewSavedPage): Promise<void>
  /** False when it was not kept. */
  drop(personId: string, path: string): Promise<boolean>
  /** The last 30, the newest first. */
  seen(personId: string): Promise<SavedPage[]>
  noteSeen(personId: string, page: NewSavedPage, at: Date): Promise<void>
}
