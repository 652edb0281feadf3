import type { RunAttempt, Runner, RunRequest } from './run-request.ts'

/** One entry of the calendar of a machine; times are ms since 1970. */
export type CalendarEntry = {
  request: RunRequest
  /** Null for a request that waits. */
  attempt: RunAttempt | null
  from: number
  /** Null when its duration is unknown. */
  to: number | null
}

export type MachineCalendar = { runner: string; entries: CalendarEntry[] }

/**
 * The calendar of each machine: what ran, what runs, and when the waiting requests will run. A waiting request is planned
 * on the machine that is free first among those that can execute it, as runners lease them; after a request of unknown
 * duration the times of that machine are the earliest possible ones.
 */
export function machineCalendars(
  runners: readonly Runner[],
  requests: readonly RunRequest[],
  now: number,
): MachineCalendar[] {
  const calendars = new Map(runners.map(({ name }) => [name, [] as CalendarEntry[]]))
  const freeAt = new Map<string, number>()
  for (const request of requests) {
    for (const attempt of request.attempts) {
      const from = Date.parse(attempt.leasedAt)
      const isRunning = attempt.state === 'running'
      const expected = request.estimateSeconds === null ? null : from + 1_000 * request.estimateSeconds
      const to = isRunning ? expected : Date.parse(attempt.finishedAt ?? attempt.expiresAt)
      const known = calendars.get(attempt.runner) ?? []
      known.push({ request, attempt, from, to })
      calendars.set(attempt.runner, known)
      if (isRunning) freeAt.set(attempt.runner, Math.max(now, to ?? now))
    }
  }
  for (const request of waitingInOrder(requests)) {
    const [first] = runners
      .filter((runner) => runner.isOnline && canExecute(runner, request))
      .map(({ name }) => ({ name, at: freeAt.get(name) ?? now }))
      .sort((a, b) => a.at - b.at)
    if (first === undefined) continue
    const to = request.estimateSeconds === null ? null : first.at + 1_000 * request.estimateSeconds
    calendars.get(first.name)?.push({ request, attempt: null, from: first.at, to })
    freeAt.set(first.name, to ?? first.at)
  }
  return [...calendars].map(([runner, entries]) => ({ runner, entries: entries.sort((a, b) => a.from - b.from) }))
}

/** The order in which requests are leased. */
export const waitingInOrder = (requests: readonly RunRequest[]): RunRequest[] =>
  requests
    .filter(({ state }) => state === 'waiting')
    .sort((a, b) => Date.parse(a.queuedAt) - Date.parse(b.queuedAt) || a.position - b.position)

/** True when a runner offers the command of a request, has its labels, and is not another than the requested one. */
export const canExecute = ({ name, labels, commands }: Runner, request: RunRequest): boolean =>
  (request.runner === null || request.runner === name) &&
  request.labels.every((label) => labels.includes(label)) &&
  commands.some((command) => command.name === request.command)
