import { log } from '@assay/api/observability/log'
import { scopeOf } from '@assay/db/open'
import type { Database } from '@assay/db/types'

/**
 * Judges what older rules of validity judged, in the background of a server that answers already. It may be cut off at
 * any moment and goes on at the next start; several servers may do it at once.
 */
export async function judgeOlderRuns(db: Database): Promise<void> {
  try {
    for (const project of await db.projects.list()) {
      const judged = await db.in(scopeOf(project)).validity.judgeAgain()
      if (judged > 0) log.info({ component: 'validity' }, `${judged} runs of ${project.slug} judged by today's rules`)
    }
  } catch (error) {
    // The old badges stay until the next start; pages need nothing of this.
    log.error({ component: 'validity', err: error }, 'runs could not be judged again')
  }
}
