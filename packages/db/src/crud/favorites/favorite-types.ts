import type { NewSavedPage, SavedPage } from '@assay/domain/search/saved-page'

/** Pages that a person saved or viewed recently. */
export type FavoriteQueries = {
  /** Lists saved pages, sorted by name. */
  list(personId: string): Promise<SavedPage[]>
  /** Saves a page, or renames a saved one. */
  keep(personId: string, page: NewSavedPage): Promise<void>
  /** Returns false if the page was not saved. */
  drop(personId: string, path: string): Promise<boolean>
  /** Lists the last 30 viewed pages, newest first. */
  seen(personId: string): Promise<SavedPage[]>
  noteSeen(personId: string, page: NewSavedPage, at: Date): Promise<void>
}
