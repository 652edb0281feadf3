import type { Annotation, NewAnnotation } from '@assay/domain/findings/notes/annotation'
import type { KnownBug, NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import type { NewSavedComparison, SavedComparison } from '@assay/domain/findings/notes/saved-comparison'

export type ResultNotes = { bugs: KnownBug[]; annotations: Annotation[] }

export type KnownBugQueries = {
  /** Lists known bugs, sorted by product and bug. */
  list(): Promise<KnownBug[]>
  find(slug: string): Promise<KnownBug | null>
  /** Stores a bug under the slug of its product and name, replacing an existing one. */
  save(bug: NewKnownBug): Promise<KnownBug>
  /** Returns false if there is no such bug. */
  remove(slug: string): Promise<boolean>
}

export type AnnotationQueries = {
  /** Oldest first. */
  list(): Promise<Annotation[]>
  /** Returns null if the named run is not in this project. */
  add(annotation: NewAnnotation): Promise<Annotation | null>
  remove(id: string): Promise<boolean>
}

export type SavedComparisonQueries = {
  /** Oldest first. */
  list(): Promise<SavedComparison[]>
  find(slug: string): Promise<SavedComparison | null>
  /** Returns null if the slug is taken and may not be replaced. */
  save(slug: string, comparison: NewSavedComparison, how: { replace: boolean }): Promise<SavedComparison | null>
  remove(slug: string): Promise<boolean>
}
