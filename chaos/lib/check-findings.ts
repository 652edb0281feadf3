import type { Services } from '@assay/api/services'
import { scopeOf } from '@assay/db/open'
import type { Project } from '@assay/db/types'
import { FindingFilters } from '@assay/domain/findings/stored-finding'
import type { KnownHistory } from './known-history.ts'

type FindingEvent = { id: string; event: string }
export type Message = FindingEvent & { finding?: { id: string }; findings?: readonly FindingEvent[] }
type FindingMessage = FindingEvent & { finding: { id: string } }

/** Returns the findings of a message, which contains one finding or a summary of several. */
export function findingEventsOf({ id, event, finding, findings = [] }: Message): FindingMessage[] {
  if (finding !== undefined) return [{ id, event, finding }]
  return findings.map((one) => ({ id, event: one.event, finding: { id: one.id } }))
}

const EVERYTHING = FindingFilters.parse({})

export async function findingsOf(services: Services, project: Project) {
  const { findings } = services.db.in(scopeOf(project))
  const listed = await findings.list(EVERYTHING, 10_000)
  return Promise.all(
    listed.map(async ({ createdAt: _c, updatedAt: _u, state, fixedIn: _f, ...facts }) => ({
      facts,
      state,
      events: ((await findings.find(facts.id))?.events ?? []).map(({ kind }) => kind),
    })),
  )
}

type Found = Awaited<ReturnType<typeof findingsOf>>[number]

export function compareFindings(found: readonly Found[], withoutFaults: readonly Found[]) {
  const [actual, expected] = [found, withoutFaults].map((all) => new Set(all.map(({ facts }) => JSON.stringify(facts))))
  return {
    lost: [...(expected ?? [])].filter((one) => actual?.has(one) !== true).length,
    tooMany: [...(actual ?? [])].filter((one) => expected?.has(one) !== true).length,
  }
}

export function comparePlanted(found: readonly Found[], { runs, planted }: KnownHistory) {
  const versions = [...new Set(runs.map(({ version }) => version))]
  const detected = found.flatMap(({ facts: { from, to, hardware, direction, changes } }) =>
    versions.indexOf(to) - versions.indexOf(from) === 1
      ? changes.map(({ workload, test }) => `${direction} ${hardware} ${workload} ${test} ${to}`)
      : [],
  )
  const [detectedSet, plantedSet] = [new Set(detected), new Set(planted)]
  return {
    missed: planted.filter((one) => !detectedSet.has(one)).length,
    invented: detected.filter((one) => !plantedSet.has(one)).length,
  }
}

/** True for a finding that was reported more than once or never, and for one whose event repeats the event before it. */
export const hasTwice = (events: readonly string[]) =>
  events.filter((kind) => kind === 'found' || kind === 'continued').length !== 1 ||
  events.some((kind, at) => at > 0 && events[at - 1] === kind)

export function countMessages(found: readonly Found[], received: readonly FindingMessage[]) {
  const messages = [
    ...new Map(received.map((one) => [JSON.stringify([one.id, one.event, one.finding.id]), one])).values(),
  ]
  const byFinding = Map.groupBy(
    messages.filter(({ event }) => event === 'finding.found'),
    ({ finding }) => finding.id,
  )
  return {
    notifiedTwice: [...byFinding.values()].filter((all) => all.length > 1).length,
    // A finding that continues with a newer version was notified before.
    untold: found.filter(({ facts, events }) => events.includes('found') && !byFinding.has(facts.id)).length,
    deliveredAgain: received.length - messages.length,
  }
}
