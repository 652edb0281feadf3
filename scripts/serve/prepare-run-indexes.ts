import { log } from '@assay/api/observability/log'
import type { Database } from '@assay/db/types'

/** Builds the run indexes of large projects, so that the first comparison after a start does not wait for them. */
export async function prepareRunIndexes({ server }: Pick<Database, 'server'>): Promise<void> {
  try {
    const began = performance.now()
    const runs = await server.prepareRunIndexes()
    if (runs === 0) return
    const seconds = Math.round((performance.now() - began) / 1_000)
    log.info({ component: 'run-index', runs, seconds }, `read ${runs} runs of large projects in ${seconds} s`)
  } catch (error) {
    // The first question about a project builds its index.
    log.warn({ component: 'run-index', err: error }, 'the runs of large projects were not read in advance')
  }
}
