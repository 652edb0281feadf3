import { log } from '@assay/api/observability/log'
import { scopeOf } from '@assay/db/open'
import type { Database } from '@assay/db/types'

/**
 * Judges results again that older rules of validity judged, in the background of a running server. It may be
 * interrupted at any moment and continues at the next start; several servers may run it at once.
 */
export async function judgeOlderRuns(db: Database): Promise<void> {
  try {
    for (const project of await db.projects.list()) {
      const judged = await db.in(scopeOf(project)).validity.judgeAgain()
      if (judged > 0) log.info({ component: 'validity' }, `${judged} runs of ${project.slug} judged by today's rules`)
    }
  } catch (error) {
    // The old flags stay until the next start; pages do not depend on this.
    log.error({ component: 'validity', err: error }, 'runs could not be judged again')
  }
}
