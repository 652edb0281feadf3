import { countFindings, findFinding, listFindingPage, listFindings } from '../../crud/findings/read-findings.ts'
import { actOnFinding, applyTransition, assignFinding, noteFinding } from '../../crud/findings/triage.ts'
import type { ProjectChange } from '../../events/event-types.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { FindingQueries } from '../../types.ts'
import type { RunIndexCache } from '../run-index/run-index-cache.ts'
import { outlineEnvironments } from './outline-environments.ts'
import { readReleaseLines, readReleaseSummaries } from './release-summaries.ts'
import { scanStateQueries } from './scan-state.ts'
import { storeFindings } from './store-findings.ts'
import { storeVerdicts } from './store-verdicts.ts'

export function findingQueries(
  scoped: TenantScope,
  runIndexes: RunIndexCache,
  notify: (change: ProjectChange, count: number) => void,
): FindingQueries {
  return {
    list: (filters, limit) => listFindings(scoped, filters, limit),
    page: (query) => listFindingPage(scoped, query),
    counts: () => countFindings(scoped),
    find: (id) => findFinding(scoped, id),
    act: (id, action, input) => actOnFinding(scoped, id, action, input),
    applyTransition: (id, transition, version) => applyTransition(scoped, id, transition, version),
    note: (id, text) => noteFinding(scoped, id, text),
    assign: (id, person) => assignFinding(scoped, id, person),
    outline: (product) => outlineEnvironments(scoped, runIndexes, product),
    releaseSummaries: () => readReleaseSummaries(scoped),
    releaseLines: (releases) => readReleaseLines(scoped, releases),
    ...scanStateQueries(scoped),
    async storeVerdicts(product, change) {
      const appeared = await storeVerdicts(scoped, product, change)
      notify('finding', appeared.length)
      return appeared
    },
    replace: (product, all) => scoped.prisma.$transaction((tx) => storeFindings(tx, scoped, product, all, null)),
  }
}
