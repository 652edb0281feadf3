import type { FindingAction, FindingNews } from '@assay/domain/finding/change-state'
import type { FindingFacts, FindingState } from '@assay/domain/finding/finding'
import type { FindingEvent, FindingFilters, StoredFinding } from '@assay/domain/finding/stored-finding'

/** What changed between versions, and what people say of it. */
export type FindingQueries = {
  /** Those that stand, the largest effect first. */
  list(filters: FindingFilters, limit: number): Promise<StoredFinding[]>
  /** How many of those that stand, by what they can be filtered by. */
  counts(): Promise<{ product: string; hardware: string; state: FindingState; count: number }[]>
  find(id: string): Promise<(StoredFinding & { events: FindingEvent[] }) | null>
  /** Everything that the data of a product say now. @returns the ids of those that were not there. */
  replace(product: string, all: readonly FindingFacts[]): Promise<string[]>
  act(
    id: string,
    action: FindingAction,
    said: { note: string | null; knownBug: string | null },
  ): Promise<'done' | 'not from here' | 'not there'>
  /** What later data say, in a version; false when it changes nothing. */
  hear(id: string, news: FindingNews, version: string): Promise<boolean>
  note(id: string, text: string): Promise<boolean>
  own(id: string, person: { id: string; name: string } | null): Promise<boolean>
}
