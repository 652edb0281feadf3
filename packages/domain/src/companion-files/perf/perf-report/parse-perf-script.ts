import { cutSpaces } from '../../../parse/cut-spaces.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { textLines } from '../../../parse/text-lines.ts'
import { type Frame, MAX_STACK_DEPTH, ProfileTree, type StackProfile } from '../../../run/cpu-profile/stack-profile.ts'

/**
 * A sample: `postgres 1173 [003] 12345.678901: 250000 cycles:P: `, with process/thread, CPU, time and period as
 * requested.
 */
const SAMPLE =
  /^(\S.*?)\s+(-?\d+)(?:\/(-?\d+))?\s+(?:\[\d+\]\s+)?(?:\S{4,6}\s+)?(?:\d+\.\d+:\s+)?(?:(\d+)\s+)?([A-Za-z_]\S*):(?:\s+(.*))?$/
/** A frame: `        ffffffff8ac do_syscall_64+0x3b ([kernel.kallsyms])`. */
const FRAME = /^\s*([0-9a-f]+)\s+(.+)\s+\(([^()]*(?:\([^()]*\))?[^()]*)\)\s*$/
/** A frame without its object: `        ffffffff8ac do_syscall_64+0x3b`. */
const FRAME_WITHOUT_OBJECT = /^\s+([0-9a-f]+)\s+(\S.*?)\s*$/
const INLINED = /^\s*([0-9a-f]+\s+)?(.+?)\s+\(inlined\)\s*$/

export function looksLikePerfScript(text: string): boolean {
  const lines = textLines(text.slice(0, 20_000))
    .map(cutSpaces)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const first = lines[0] ?? ''
  const [, , , , , event, rest] = SAMPLE.exec(first) ?? []
  if (event === undefined) return false
  return FRAME.test(rest ?? '') || (rest?.trim() === '' && FRAME.test(lines[1] ?? ''))
}

type Sample = { event: string; period: number | null; frames: Frame[] }
type OpenSample = Sample & { command: string; hasStack: boolean; isBroken: boolean }

/**
 * Parses the output of `perf script`: samples with their stacks, leaf first, into one profile per event. Weights are
 * periods (events) when every sample of an event has one, as in stackcollapse-perf, otherwise samples.
 */
export function parsePerfScript(text: string, file: string): Parsed<StackProfile[]> {
  const problems: Problem[] = []
  const lines = textLines(text).map(cutSpaces)
  const samples: Sample[] = []
  let open: OpenSample | null = null
  const close = () => {
    if (open === null) return
    const { event, period, frames, command, isBroken } = open
    // A stack with a missing function would count for another stack.
    if (!isBroken) samples.push({ event, period, frames: [{ name: command, module: null }, ...frames.toReversed()] })
    open = null
  }
  for (const [index, line] of lines.entries()) {
    const location = { file, line: index + 1 }
    if (line.startsWith('#')) continue
    if (line.trim() === '') {
      close()
      continue
    }
    const sample = /^\S/.test(line) ? SAMPLE.exec(line) : null
    if (sample !== null) {
      close()
      const [, command = '', , , periodText, event = '', rest = ''] = sample
      open = {
        event: event.replace(/:[pPuk]+$/, ''),
        period: periodText === undefined ? null : Number(periodText),
        frames: [],
        command: command.trim(),
        hasStack: false,
        isBroken: false,
      }
      // Without recorded stacks the line names the function itself; the text of tracepoints is not a function.
      const frame = readFrame(rest)
      if (frame !== null) open.frames.push(frame)
      continue
    }
    const frame = readFrame(line) ?? readWithoutObject(line)
    if (open !== null && (frame === null || open.frames.length >= MAX_STACK_DEPTH)) open.isBroken = true
    if (frame === null || open === null) {
      problems.push({
        ...location,
        message: `${quote(line.trim())}: expected an address, a function and its object below a sample`,
      })
    } else if (open.frames.length >= MAX_STACK_DEPTH) {
      problems.push({ ...location, message: `is deeper than ${MAX_STACK_DEPTH} functions, so its sample is left out` })
    } else {
      open.frames.push(frame)
      open.hasStack = true
    }
  }
  // perf ends each stack with an empty line; without it, callers may be missing.
  if (open?.hasStack === true) {
    problems.push({ file, line: lines.length, message: 'ends within a stack, which is left out' })
  } else {
    close()
  }
  const profiles = byEvent(samples)
  if (profiles.length > 0) return { value: profiles, problems: problems.slice(0, 100) }
  return { value: null, problems: [...problems.slice(0, 99), { file, message: 'holds no sample of perf script' }] }
}

function byEvent(samples: readonly Sample[]): StackProfile[] {
  const events = new Map<string, { event: string; tree: ProfileTree; hasPeriods: boolean }>()
  for (const { event, period } of samples) {
    const growing = events.get(event) ?? { event, tree: new ProfileTree(), hasPeriods: true }
    growing.hasPeriods &&= period !== null && period > 0
    events.set(event, growing)
  }
  for (const { event, period, frames } of samples) {
    const growing = events.get(event)
    growing?.tree.add(frames, growing.hasPeriods ? (period ?? 1) : 1)
  }
  return [...events.values()].map(({ event, tree, hasPeriods }) => ({
    event,
    unit: hasPeriods ? 'events' : 'samples',
    root: tree.root(),
  }))
}

function readFrame(line: string): Frame | null {
  const inlined = INLINED.exec(line)
  if (inlined !== null) return { name: plainName(inlined[2] ?? ''), module: null }
  const [, , symbol, object] = FRAME.exec(line) ?? []
  if (symbol === undefined || object === undefined) return null
  const module = /^\[kernel|^\[guest\.kernel|vmlinux|\.ko$/.test(object)
    ? '[kernel]'
    : (object.split('/').at(-1) ?? object)
  const name = plainName(symbol)
  return { name: name === '[unknown]' && object !== '[unknown]' ? `[${module.replace(/^\[|\]$/g, '')}]` : name, module }
}

function readWithoutObject(line: string): Frame | null {
  const [, , symbol] = FRAME_WITHOUT_OBJECT.exec(line) ?? []
  // The object was truncated, as in `(/usr/lib/libc`.
  return symbol === undefined || /\s\([^()]*$/.test(symbol) ? null : { name: plainName(symbol), module: null }
}

const plainName = (symbol: string): string => symbol.trim().replace(/\+0x[0-9a-f]+$/, '')
