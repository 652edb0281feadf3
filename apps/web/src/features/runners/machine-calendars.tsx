import type { CalendarEntry, MachineCalendar } from '@assay/domain/run-requests/machine-calendar'
import { runRequestPath } from '../../paths.ts'
import { formatDateAndTime } from '../../ui/format-date.ts'
import style from './machine-calendars.module.css'
import { formatHours, parameterWords } from './request-words.ts'

/** Entries of one machine that are listed: the last ones that ended, and all that run or wait. */
const MAX_PAST = 8
const MAX_FUTURE = 20

/** The calendar of each machine, as a list in the order of time. */
export function MachineCalendars({
  project,
  calendars,
  now,
}: {
  project: string
  calendars: readonly MachineCalendar[]
  now: number
}) {
  return (
    <div className={style.machines}>
      {calendars.map(({ runner, entries }) => (
        <section key={runner} aria-label={`Calendar of ${runner}`} className={style.machine}>
          <h3>{runner}</h3>
          {entries.length === 0 && <p className={style.empty}>Nothing ran and nothing is planned.</p>}
          <ol className={style.entries}>
            {shownEntries(entries).map((entry) => (
              <li key={entry.attempt?.id ?? entry.request.id} className={style[phaseOf(entry)]}>
                <time>{timesOf(entry, now)}</time>
                <a href={runRequestPath(project, entry.request.id)}>
                  {entry.request.command} {parameterWords(entry.request.parameters)}
                </a>
                <span>{wordsOf(entry)}</span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function shownEntries(entries: readonly CalendarEntry[]): CalendarEntry[] {
  const past = entries.filter((entry) => phaseOf(entry) === 'ran')
  const others = entries.filter((entry) => phaseOf(entry) !== 'ran')
  return [...past.slice(-MAX_PAST), ...others.slice(0, MAX_FUTURE)]
}

function phaseOf({ attempt }: CalendarEntry): 'ran' | 'runs' | 'waits' {
  if (attempt === null) return 'waits'
  return attempt.state === 'running' ? 'runs' : 'ran'
}

function wordsOf(entry: CalendarEntry): string {
  const phase = phaseOf(entry)
  if (phase === 'ran') return entry.attempt?.outcome ?? 'lost'
  return phase === 'runs' ? 'running' : 'planned'
}

function timesOf({ from, to, ...entry }: CalendarEntry, now: number): string {
  const start = formatDateAndTime(new Date(from).toISOString()).replace(' UTC', '')
  const phase = phaseOf({ from, to, ...entry })
  const duration = to === null ? null : formatHours(Math.max(0, to - from) / 1_000)
  if (phase === 'ran') return `${start}, ${duration}`
  if (phase === 'runs') return `since ${start}, ${formatHours((now - from) / 1_000)}${expectedOf(duration)}`
  return `from ${start}, ${duration === null ? 'duration unknown' : `about ${duration}`}`
}

const expectedOf = (duration: string | null): string => (duration === null ? '' : ` of about ${duration}`)
