import { redact } from '../../parse/redact.ts'
import { textLines } from '../../parse/text-lines.ts'

/** The end of an output whose program was killed, crashed, ran out of time or memory, or returned an error. */
export type AbnormalEnd = {
  /** `killed: Killed`, `timed out: timeout: sending signal TERM to command 'sysbench'`. */
  reason: string
  /** Line of the message, from 1. */
  line: number
  /** The program that the message names; null when it names none. */
  program: string | null
  /** The output before the messages of the shell. */
  before: string
}

type Cause = 'out of memory' | 'timed out' | 'crashed' | 'killed' | 'failed' | 'interrupted'

/** The most precise cause among several messages is the reason: the kernel killed a process because memory was short. */
const BY_PRECISION: readonly Cause[] = ['out of memory', 'timed out', 'crashed', 'killed', 'failed', 'interrupted']

const CRASH =
  'Segmentation fault|Bus error|Aborted|Floating point exception|Illegal instruction|Trace/breakpoint trap|Bad system call'
const KILL = 'Killed|Terminated|Hangup|Quit|Broken pipe'

/** `run.sh: line 12: 4711 `, `[1]+  `, `[2]    4711 `, `zsh: ` before the message of a shell. */
const SHELL = String.raw`(?:\S{1,200}: line \d+: +\d+ |\[\d+\][+-]? +(?:\d+ )? *|zsh: )?`
/** The command after the message of a shell. */
const COMMAND = String.raw`(?: +\(core dumped\)(?= |$)|(?= {2})|(?=$))(?: +(?<command>\S.*))?`

/** Messages that end an output by themselves: the shell, the kernel, a batch system or the tool prints them last. */
const MESSAGES: readonly (readonly [Cause, RegExp])[] = [
  ['crashed', new RegExp(`^${SHELL}(?:${CRASH})${COMMAND}$`, 'i')],
  ['killed', new RegExp(`^${SHELL}(?:${KILL}|Killed: 9)${COMMAND}$`, 'i')],
  ['timed out', new RegExp(`^${SHELL}Alarm clock${COMMAND}$`, 'i')],
  ['interrupted', /^\^C+$/],
  ['timed out', /^timeout: sending signal \w+ to command ['‘`]?(?<command>[^'’`]+)/],
  ['timed out', /^(?:timed? ?out|timeout expired|timeout reached|timed out after .{1,40})\.?$/i],
  ['killed', /^Command terminated by signal \d+/],
  ['out of memory', /\bOut of memory: Kill(?:ed)? process\b|\boom-kill\b|\bOOM ?Killed\b|\boom_reaper\b/i],
  ['out of memory', /^(?:.{0,60}[:\s])?(?:Out of memory|Cannot allocate memory|std::bad_alloc|MemoryError)\.?$/],
  ['out of memory', /\bjava\.lang\.OutOfMemoryError\b|^memory allocation of \d+ bytes failed/],
  ['timed out', /^slurmstepd: error: .*\b(?:TIME LIMIT|CANCELLED)\b/],
  ['killed', /^(?:##\[error\]|Error: )The operation was canceled\.?$/],
  ['failed', /^(?:.{0,80}: )?No space left on device$/],
  ['failed', /^(?<command>[\w.-]{2,40}): (?:fatal|FATAL|error|ERROR): /],
  ['failed', /^(?:.{0,80}: )?Lost connection to MySQL server\b.{0,80}$/],
]

/** Messages of a program about its own crash, after which its registers, stack or source lines follow. */
const CRASH_REPORTS: readonly (readonly [Cause, RegExp])[] = [
  ['out of memory', /^Exception in thread .{1,100}java\.lang\.OutOfMemoryError/],
  ['crashed', /^(?:terminate called after throwing|terminate called without)/],
  ['crashed', /^# A fatal error has been detected by the Java Runtime Environment/],
  ['crashed', /^Exception in thread "[^"]{1,100}" [\w.$]+/],
  ['crashed', /^(?:panic: |fatal error: |thread '.{1,100}' (?:\(\d+\) )?panicked at )/],
  ['crashed', /^Traceback \(most recent call last\):$/],
  ['crashed', /^={2,}\d+={2,}\s*ERROR: \w+Sanitizer/],
  ['crashed', /^(?:.{1,200}: )?Assertion [`'].{1,300}' failed\.?$/],
  ['crashed', /^(?:\*\*\* stack smashing detected|double free or corruption|free\(\): invalid|malloc\(\): )/],
]

/** `exit status 137`, `Command exited with non-zero status 1`, `rc=124`, `make: *** [run] Error 139`. */
const STATUS =
  /^(?:(?:##\[error\]|Error: )?(?:the )?(?:process|command|program|sysbench|benchmark|job)? ?(?:completed|exited|failed|finished|terminated)?(?: with)?(?: an?)?(?: non-?zero)? ?(?:exit(?:ed)?[ _-]?(?:code|status|value)?|return(?:ed)?[ _-]?(?:code|status|value)?|status|rc|retval|ret)(?: was| is)?[ :=]+(\d{1,3})\.?|make(?:\[\d+\])?: \*\*\* .{0,200}Error (\d{1,3}))$/i

const STATUS_CAUSES: Readonly<Record<string, Cause>> = {
  ...{ 124: 'timed out', 130: 'interrupted', 132: 'crashed', 134: 'crashed', 135: 'crashed', 136: 'crashed' },
  ...{ 137: 'killed', 139: 'crashed', 143: 'killed' },
}

const MAX_STATUS = 255

/** Lines that may follow a message: a stack trace, times of the shell, the command that it echoes. */
const NOISE = /^(?:\s|$|\+ |#|Caused by: |real\s|user\s|sys\s|goroutine |note: |slurmstepd: |srun: |make(?:\[\d+\])?: )/

/** Maximum lines after a message. */
const MAX_TAIL = 400
/** Maximum characters of a message in a reason. */
const MAX_MESSAGE = 200

/** The messages at the end of an output which say that its program did not finish; null when there are none. */
export function findAbnormalEnd(text: string): AbnormalEnd | null {
  const lines = textLines(text)
  const first = Math.max(0, lines.length - MAX_TAIL)
  const found = [...lastMessages(lines, first), ...crashReports(lines, first)]
  if (found.length === 0) return null
  const [message] = found.toSorted(
    (a, b) => BY_PRECISION.indexOf(a.cause) - BY_PRECISION.indexOf(b.cause) || a.at - b.at,
  )
  if (message === undefined) return null
  const from = Math.min(...found.map(({ at }) => at))
  return {
    reason: `${message.cause}: ${redact((lines[message.at] ?? '').trim()).slice(0, MAX_MESSAGE)}`,
    line: message.at + 1,
    program: found.find(({ program }) => program !== null)?.program ?? null,
    before: lines
      .slice(0, from)
      .map((line) => `${line}\n`)
      .join(''),
  }
}

type Message = { cause: Cause; at: number; program: string | null }

/** The messages among the last lines, up to the first line from the end that may be of the report. */
function lastMessages(lines: readonly string[], first: number): Message[] {
  const messages: Message[] = []
  for (let at = lines.length - 1; at >= first; at--) {
    const line = lines[at] ?? ''
    const message = messageOf(line, at)
    if (message !== null) messages.push(message)
    else if (!NOISE.test(line) || isSuccess(line)) break
  }
  return messages
}

/** An exit status of 0 after a message is that of the script, which went on. */
const isSuccess = (line: string): boolean => Number(statusOf(line) ?? 1) === 0

function messageOf(line: string, at: number): Message | null {
  const text = line.trimEnd().slice(0, 1_000)
  for (const [cause, pattern] of MESSAGES) {
    const match = pattern.exec(text)
    if (match !== null) return { cause, at, program: programIn(match.groups?.command) }
  }
  const status = statusOf(text)
  if (status === null || Number(status) === 0) return null
  return { cause: STATUS_CAUSES[Number(status)] ?? 'failed', at, program: null }
}

function statusOf(line: string): string | null {
  const match = STATUS.exec(line.trim())
  const status = match?.[1] ?? match?.[2]
  return status === undefined || Number(status) > MAX_STATUS ? null : status
}

/** The report of a crash, unless another report begins after it. */
function crashReports(lines: readonly string[], first: number): Message[] {
  const at = lines.findIndex((line, i) => i >= first && crashOf(line) !== null)
  if (at === -1) return []
  const opening = lines.find((line) => line.trim() !== '')
  const isLast = at === 0 || !lines.slice(at + 1).some((line) => line !== '' && line === opening)
  const cause = crashOf(lines[at] ?? '')
  return isLast && cause !== null ? [{ cause, at, program: null }] : []
}

const crashOf = (line: string): Cause | null =>
  CRASH_REPORTS.find(([, pattern]) => pattern.test(line.slice(0, 1_000)))?.[0] ?? null

/** The program of a command: its first word that is not a variable assignment, without its directory. */
export function programIn(command: string | undefined): string | null {
  const word = command?.split(/\s+/).find((part) => part !== '' && !/^\w+=/.test(part) && !WRAPPERS.has(part))
  return word?.split('/').at(-1) || null
}

const WRAPPERS: ReadonlySet<string> = new Set([
  'sudo',
  'time',
  'nice',
  'timeout',
  'taskset',
  'numactl',
  'env',
  'stdbuf',
  'unbuffer',
  'strace',
  'ionice',
])
