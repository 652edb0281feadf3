import type { Parsed } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { textLines } from '../../parse/text-lines.ts'

/** Resource usage of a program, from GNU time or the shell's `time`. */
export type ProcessTime = {
  userSeconds: number
  systemSeconds: number
  elapsedSeconds: number | null
  /** Largest resident memory in KiB; null when it is not printed or printed as 0, which means not measured. */
  maxResidentKib: number | null
}

const DEFAULT =
  /^(\d+\.\d+)user (\d+\.\d+)system (\S+)elapsed (?:\d+|\?)%CPU \(\d+avgtext\+\d+avgdata (\d+)maxresident\)k$/
const FAILED = /^Command (exited with non-zero status \d+|terminated by signal \d+|stopped by signal \d+)/

/** True when a text has a line that only `time` writes. */
export const recognizeProcessTime = (text: string): boolean => {
  const head = text.slice(0, 4_000)
  if (/^\d+\.\d+user \d+\.\d+system \S+elapsed /m.test(head)) return true
  if (/^\tUser time \(seconds\): \d/m.test(head)) return true
  return /^\s*real\s+\S+\s*\nuser\s+\S+\s*\nsys\s+\S+\s*$/.test(head)
}

/**
 * Parses the output of GNU time (plain and with `-v`), of `time -p` and of the shell. The times of a failed command are
 * refused.
 */
export function parseProcessTime(text: string, file: string): Parsed<ProcessTime> {
  const lines = textLines(text)
  const refuse = (line: number | null, message: string): Parsed<ProcessTime> => ({
    value: null,
    problems: [{ file, ...(line === null ? {} : { line }), message }],
  })
  const failed = lines.findIndex((line) => FAILED.test(line))
  if (failed >= 0) return refuse(failed + 1, `${quote(lines[failed] ?? '')}: no measurement`)
  const found = lines.flatMap((line, i) => (DEFAULT.test(line) ? [i] : []))
  if (found.length > 1) return refuse((found[1] ?? 0) + 1, 'has the times of several commands; keep those of one')
  const [, user, system, elapsed = '', resident] = DEFAULT.exec(lines[found[0] ?? -1] ?? '') ?? []
  const read =
    user === undefined
      ? (readVerbose(lines) ?? readShell(lines))
      : { user, system, elapsed: readClock(elapsed), resident: Number(resident) }
  if (read === null)
    return refuse(null, 'holds no line `N user N system N elapsed` of GNU time, nor real, user and sys')
  const times = [Number(read.user), Number(read.system), read.elapsed ?? 0, read.resident]
  if (!times.every(Number.isFinite)) return refuse(null, 'holds times that are not numbers')
  return {
    value: {
      userSeconds: Number(read.user),
      systemSeconds: Number(read.system),
      elapsedSeconds: read.elapsed,
      maxResidentKib: read.resident === 0 ? null : read.resident,
    },
    problems: [],
  }
}

type Read = { user: string; system: string | undefined; elapsed: number | null; resident: number }

/** `time -v`: a label, a colon and a value on each line. */
function readVerbose(lines: readonly string[]): Read | null {
  const values = (label: string) =>
    lines.flatMap((line) => (line.startsWith(`\t${label}: `) ? [line.slice(label.length + 3).trim()] : []))
  const [user, ...again] = values('User time (seconds)')
  const [system] = values('System time (seconds)')
  if (user === undefined || system === undefined || again.length > 0) return null
  if (![user, system].every((text) => /^\d+\.\d+$/.test(text))) return null
  const [elapsed = ''] = values('Elapsed (wall clock) time (h:mm:ss or m:ss)')
  const [resident = '0'] = values('Maximum resident set size (kbytes)')
  return { user, system, elapsed: readClock(elapsed), resident: /^\d{1,15}$/.test(resident) ? Number(resident) : 0 }
}

/** `real 1.25` of POSIX, `real 0m1.250s` of bash. */
function readShell(lines: readonly string[]): Read | null {
  const value = (name: string): number | null => {
    const found = lines.flatMap((line) => /^(real|user|sys)\s+(?:(\d+)m)?(\d+\.\d+)s?$/.exec(line) ?? [])
    const at = found.indexOf(name)
    return at < 0 || found.lastIndexOf(name) !== at ? null : Number(found[at + 1] ?? 0) * 60 + Number(found[at + 2])
  }
  const [real, user, sys] = [value('real'), value('user'), value('sys')]
  return real === null || user === null || sys === null
    ? null
    : { user: String(user), system: String(sys), elapsed: real, resident: 0 }
}

/** Parses elapsed times such as `5:38.63` and `1:02:03`. */
function readClock(text: string): number | null {
  const [, hours, minutes, seconds] = /^(?:(\d+):)?(\d+):(\d\d(?:\.\d+)?)$/.exec(text) ?? []
  return seconds === undefined ? null : Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds)
}
