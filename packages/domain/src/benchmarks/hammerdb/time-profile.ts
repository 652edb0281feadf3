import { quote } from '../../parse/quote.ts'

/** Response times of one procedure over all virtual users, in milliseconds. */
export type HammerdbProcedure = { name: string; calls: number; statistics: Readonly<Record<string, number>> }

const STATISTICS: Readonly<Record<string, string>> = { MIN: 'min', AVG: 'avg', MAX: 'max' }

/**
 * Parses the time profile that a log may hold: blocks of `>>>>> PROC: NEWORD`, first of single virtual users and then
 * of all of them together. Only the last profile is used.
 */
export class TimeProfile {
  readonly problems: string[] = []
  readonly #procedures = new Map<string, { calls: number | null; statistics: Record<string, number> }>()
  #isSummary = false
  #name: string | null = null

  read(content: string): void {
    const line = content.replace(/^(?:hammerdb>)?(?:Vuser \d+:)?/, '').trim()
    if (line.startsWith('>>>>> ')) this.#readHeading(line.slice(6))
    else if (this.#isSummary && this.#name !== null && /^(?:CALLS|P\d+): /.test(line))
      this.#readValues(line, this.#name)
    else if (/^(?:\+-)+\+?$/.test(line)) this.#name = null
  }

  procedures(): HammerdbProcedure[] {
    return [...this.#procedures].flatMap(([name, { calls, statistics }]) =>
      calls === null || calls === 0 ? [] : [{ name, calls, statistics }],
    )
  }

  #readHeading(heading: string): void {
    const [, name] = /^PROC: (\w{1,40})$/.exec(heading) ?? []
    if (name === undefined) {
      this.#isSummary = /^(?:SUMMARY OF \d+ ACTIVE VIRTUAL USERS|COMBINED METRICS ACROSS ALL USERS)/.test(heading)
      if (this.#isSummary) this.#procedures.clear()
    }
    this.#name = name ?? null
    if (this.#isSummary && name !== undefined) this.#procedures.set(name, { calls: null, statistics: {} })
  }

  #readValues(line: string, name: string): void {
    const procedure = this.#procedures.get(name)
    if (procedure === undefined) return
    for (const part of line.split(/\s+(?=[A-Z][A-Z\d]*: )/)) {
      const [, label = '', value, unit] = /^([A-Z][A-Z\d]*): (\d{1,15}(?:\.\d{1,9})?)(ms|%)?$/.exec(part) ?? []
      if (value === undefined) this.problems.push(`${quote(part)} of the time profile of ${name} cannot be read`)
      else if (label === 'CALLS') procedure.calls = Number(value)
      // Some releases print the deviation without a unit and in microseconds, so it is skipped.
      else if (unit === 'ms' && label !== 'TOTAL' && label !== 'SD') {
        const statistic = STATISTICS[label] ?? (/^P\d{1,2}$/.test(label) ? label.toLowerCase() : null)
        if (statistic !== null) procedure.statistics[statistic] = Number(value)
      }
    }
  }
}
