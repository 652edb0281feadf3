import type { ProjectChange } from '../../trpc/api-types.ts'
import { countOf } from '../../ui/format-count.ts'

/** Number of changes since the page was loaded, by their kind. */
export type Changes = Readonly<Record<string, number>>

/** In the order in which they are listed. The pages of runners show run requests themselves. */
const NAMES: Readonly<Record<Exclude<ProjectChange, 'spec-editing' | 'run-request'>, string>> = {
  'run-stored': 'new run',
  'run-removed': 'deleted run',
  finding: 'new finding',
  'spec-revision': 'new revision',
  'spec-comment': 'new comment',
  'spec-response': 'new response',
  'spec-other': 'other change',
}

/** Describes changes: `3 new runs, 1 new finding`; an empty text without any. Unknown kinds are left out. */
export const describeChanges = (changes: Changes): string =>
  Object.entries(NAMES)
    .flatMap(([change, name]) => {
      const count = changes[change] ?? 0
      return count === 0 ? [] : [countOf(count, name)]
    })
    .join(', ')
