import { countFigure, decimalFigure, type Figure, type Figures } from '../../parse/invariants/figure.ts'
import { checkInvariants, refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { HAMMERDB_PROCEDURE_INVARIANTS, HAMMERDB_RESULT_INVARIANTS } from './hammerdb-invariants.ts'
import { isCutJobsOutput, linesOfLog } from './jobs-output.ts'
import { type HammerdbProcedure, TimeProfile } from './time-profile.ts'

/** One TPROC-C test in a log of the command line. */
export type HammerdbTest = {
  /** Line number of the result. */
  line: number
  nopm: number
  /**
   * Transactions per minute as the database counts them. Null for 0, which Oracle reports when its snapshots coincide.
   */
  tpm: number | null
  /** Database as the result names it: PostgreSQL, MySQL, SQL Server. */
  database: string
  /** Number of active virtual users, without the monitoring one; null when the log does not state it. */
  users: number | null
  warehouses: number | null
  rampupMinutes: number | null
  durationMinutes: number | null
  /** Number of errors that virtual users reported, plus users that finished as FAILED. */
  errors: number
  failedUsers: number
  procedures: readonly HammerdbProcedure[]
}

type Section = Omit<HammerdbTest, 'line' | 'nopm' | 'tpm' | 'database' | 'procedures'> & {
  result: Pick<HammerdbTest, 'line' | 'nopm' | 'tpm' | 'database'> | null
  profile: TimeProfile
}

/** Result lines. Newer releases print NOPM first, older ones TPM. */
const RESULTS = [
  /TEST RESULT : System achieved (?<nopm>\d{1,12}) NOPM from (?<tpm>\d{1,12}) (?<database>[A-Za-z][\w .+-]{0,40}) TPM"?,?\s*$/,
  /TEST RESULT : System achieved (?<tpm>\d{1,12}) (?<database>[A-Za-z][\w .+-]{0,40}) TPM at (?<nopm>\d{1,12}) NOPM"?,?\s*$/,
]

export const isHammerdbLog = (text: string): boolean =>
  text.includes('TEST RESULT : System achieved ') ||
  /^(?:hammerdb>)?Vuser \d+:(?:RUNNING|FINISHED|Beginning rampup)/m.test(text)

/**
 * Parses the log of the HammerDB command line (FORMATS.md section 13): prompts and the interleaved lines of all virtual
 * users. It may hold several tests.
 */
export function parseHammerdbLog(text: string, file: string): Parsed<readonly HammerdbTest[]> {
  const problems: Problem[] = []
  const sections: Section[] = [newSection(null)]
  let current = sections[0]
  const lines = linesOfLog(text)
  for (const { text: content, line } of lines) {
    if (current === undefined) break
    if (current.result !== null && startsTest(content)) {
      current = newSection(current)
      sections.push(current)
    }
    if (content.includes('TEST RESULT : ')) {
      const result = readResult(content, line)
      if (result === null) {
        problems.push(refusal(file, `${quote(content)} is a result that cannot be read`, line))
      } else if (current.result === null) {
        current.result = result
        problems.push(...checkInvariants(resultFigures(result), HAMMERDB_RESULT_INVARIANTS, file))
      } else problems.push({ file, line, message: 'a second result of the same test; the first is used' })
    } else {
      readFact(current, content)
      current.profile.read(content)
    }
  }
  const tests = sections.flatMap((section) => toTest(section))
  problems.push(...sections.flatMap(({ profile }) => profile.problems.map((message) => refusal(file, message))))
  problems.push(
    ...tests.flatMap(({ procedures, line }) => procedures.flatMap((one) => checkProcedure(one, line, file))),
  )
  if (isCutJobsOutput(text)) problems.push(refusal(file, 'the output of jobs has no end', lines.at(-1)?.line ?? 1))
  if (problems.some(({ refusesRun }) => refusesRun)) return { value: null, problems }
  if (tests.length > 0) return { value: tests, problems }
  const failed = sections.find(({ failedUsers }) => failedUsers > 0)
  if (failed !== undefined) {
    const reason = `virtual users failed: ${failed.failedUsers}`
    const clients = failed.users === null ? {} : { clients: failed.users }
    return { value: null, problems, failure: { line: lines.at(-1)?.line ?? 1, reason, test: 'TPROC-C', ...clients } }
  }
  const message = 'no result; expected `TEST RESULT : System achieved N NOPM from M PostgreSQL TPM`'
  return { value: null, problems: [refusal(file, message, Math.max(1, lines.at(-1)?.line ?? 1))] }
}

function resultFigures({ nopm, tpm, line }: NonNullable<Section['result']>): Figures {
  const figures = new Map([['NOPM', countFigure(String(nopm), line)]])
  if (tpm !== null) figures.set('TPM', countFigure(String(tpm), line))
  return figures
}

const STATISTICS: Readonly<Record<string, string>> = {
  min: 'minimum',
  avg: 'average',
  max: 'maximum',
  p50: 'median',
  p95: '95th percentile',
  p99: '99th percentile',
}

function checkProcedure({ statistics }: HammerdbProcedure, line: number, file: string): Problem[] {
  const figures = new Map<string, Figure>()
  for (const [statistic, value] of Object.entries(statistics)) {
    const name = STATISTICS[statistic]
    if (name !== undefined) figures.set(name, decimalFigure(String(value), line))
  }
  return checkInvariants(figures, HAMMERDB_PROCEDURE_INVARIANTS, file)
}

const startsTest = (content: string): boolean =>
  /Vuser 1:(?:RUNNING|Beginning rampup)|^(?:hammerdb>)?vu(?:run|create)\b/.test(content)

/** A new section of the log. Settings of a script (warehouses, minutes) apply to its later tests too. */
function newSection(before: Section | null): Section {
  return {
    result: null,
    users: null,
    warehouses: before?.warehouses ?? null,
    rampupMinutes: before?.rampupMinutes ?? null,
    durationMinutes: before?.durationMinutes ?? null,
    errors: 0,
    failedUsers: 0,
    profile: new TimeProfile(),
  }
}

function readResult(content: string, line: number): Section['result'] {
  for (const pattern of RESULTS) {
    const { nopm, tpm, database } = pattern.exec(content)?.groups ?? {}
    if (nopm === undefined || tpm === undefined || database === undefined || Number(nopm) === 0) continue
    return { line, nopm: Number(nopm), tpm: Number(tpm) === 0 ? null : Number(tpm), database }
  }
  return null
}

function readFact(section: Section, content: string): void {
  const [, users] = /(?:^|Vuser \d+:|^\s*")(\d{1,6}) Active Virtual Users configured/.exec(content) ?? []
  if (users !== undefined && Number(users) > 0) section.users = Number(users)
  const [, rampup] = /Beginning rampup time of (\d{1,6}) minutes?/.exec(content) ?? []
  if (rampup !== undefined) section.rampupMinutes = Number(rampup)
  const [, duration] = /Timing test period of (\d{1,6}) in minutes/.exec(content) ?? []
  if (duration !== undefined) section.durationMinutes = Number(duration)
  const [, assigned] = /Assigning WID=.*Warehouses = (\d{1,9})/.exec(content) ?? []
  const [, dictionary] = /^\s*\w+_count_ware\s+= (\d{1,9})\s*$/.exec(content) ?? []
  if (assigned !== undefined || dictionary !== undefined) section.warehouses = Number(assigned ?? dictionary)
  if (/^(?:hammerdb>)?(?:Error in Virtual User \d+:|Vuser \d+:.*\bError\b)/.test(content)) section.errors++
  if (/Vuser \d+:FINISHED FAILED/.test(content)) section.failedUsers++
}

function toTest({ result, profile, ...facts }: Section): HammerdbTest[] {
  return result === null ? [] : [{ ...result, ...facts, procedures: profile.procedures() }]
}
