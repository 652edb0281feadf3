import { scopeOf } from '@assay/db/open'
import type { Database, Project, ProjectQueries } from '@assay/db/types'
import { NewKnownBug } from '@assay/domain/findings/notes/known-bug'
import { NewSavedComparison } from '@assay/domain/findings/notes/saved-comparison'
import { slugOf } from '@assay/domain/findings/notes/slug-of'
import { DEMO_SAVED_COMPARISONS } from '../../demo/demo-comparisons.ts'
import { DEMO_KNOWN_BUGS } from '../../demo/demo-known-bugs.ts'

/**
 * Loads known bugs and saved comparisons of the demo project; existing ones stay unchanged, with the edits of people.
 */
export async function loadNotes({ db, project }: { db: Database; project: Project }): Promise<void> {
  const queries = db.in(scopeOf(project))
  await loadKnownBugs(queries)
  for (const { slug, ...comparison } of DEMO_SAVED_COMPARISONS) {
    await queries.savedComparisons.save(slug, NewSavedComparison.parse(comparison), { replace: false })
  }
}

async function loadKnownBugs({ knownBugs }: ProjectQueries): Promise<void> {
  const there = new Set((await knownBugs.list()).map(({ slug }) => slug))
  for (const bug of DEMO_KNOWN_BUGS.map((entry) => NewKnownBug.parse(entry))) {
    if (!there.has(slugOf(`${bug.product} ${bug.bug}`, 'bug'))) await knownBugs.save(bug)
  }
}
