import type { Annotation, NewAnnotation } from '@assay/domain/findings/notes/annotation'
import type { KnownBug, NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import type { NewSavedComparison, SavedComparison } from '@assay/domain/findings/notes/saved-comparison'

export type ResultNotes = { bugs: KnownBug[]; annotations: Annotation[] }

export type KnownBugQueries = {
  /** By product, then by bug. */
  list(): Promise<KnownBug[]>
  find(slug: string): Promise<KnownBug | null>
  /** Product and bug make the slug; a bug that is there already is replaced. */
  save(bug: NewKnownBug): Promise<KnownBug>
  /** False when there is none. */
  remove(slug: string): Promise<boolean>
}

export type AnnotationQueries = {
  /** Oldest first. */
  list(): Promise<Annotation[]>
  /** Null when the run that it names is not here. */
  add(annotation: NewAnnotation): Promise<Annotation | null>
  remove(id: string): Promise<boolean>
}

export type SavedComparisonQueries = {
  /** Oldest first. */
  list(): Promise<SavedComparison[]>
  find(slug: string): Promise<SavedComparison | null>
  /** Null when the slug is taken and may not be replaced. */
  save(slug: string, comparison: NewSavedComparison, how: { replace: boolean }): Promise<SavedComparison | null>
  remove(slug: string): Promise<boolean>
}
