import type { ProjectQueries, SpecSummary } from '@assay/db/types'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { SearchEntry } from '@assay/domain/search/search-entry'
import { STATE_WORDS } from '@assay/domain/specs/actions/refusal'
import { specName } from '@assay/domain/specs/spec'
import { offeredStudies } from '../comparisons/offered-studies.ts'
import { rank, searchedText } from './rank.ts'

/** A search result; a study adds its page type to the query that identifies it. */
export type Found = SearchEntry & { study?: string }

/** Searches the dimensions, notes, reports, studies and specs of a project, best match first. */
export async function findEntries(
  queries: ProjectQueries,
  /** Specs that the caller can read. */
  specs: readonly SpecSummary[],
  text: string,
  limit: number,
): Promise<Found[]> {
  const [measured, bugs, saved, reports, studies] = await Promise.all([
    queries.search(),
    queries.knownBugs.list(),
    queries.savedComparisons.list(),
    queries.reports.list(),
    offeredStudies(queries),
  ])
  const made: Found[] = [
    ...saved.map(({ slug, title }) => plain('saved comparison', slug, title, '')),
    ...reports.map(({ slug, title, about, headings }) =>
      plain('report', slug, title, [about, ...headings].join(' · ')),
    ),
    ...specs.map((spec) =>
      plain('spec', specName(spec), `${specName(spec)} ${spec.title}`, `${spec.kind} spec, ${STATE_WORDS[spec.state]}`),
    ),
    ...studies.map(({ kind, title, sentence, comparison }) => ({
      ...plain('study', toQuery(comparison), title, sentence),
      study: kind,
    })),
    ...bugs.map(({ slug, product, bug, title }) => plain('known bug', slug, `${product} ${bug}: ${title}`, '')),
  ]
  const entries = [...made, ...measured]
  return rank(entries, entries.map(searchedText), text, limit)
}

const plain = (kind: SearchEntry['kind'], key: string, title: string, about: string): Found => ({
  kind,
  key,
  title,
  about,
  filters: {},
})
