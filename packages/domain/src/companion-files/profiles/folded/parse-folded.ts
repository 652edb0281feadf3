import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { splitLines, textLines } from '../../../parse/text-lines.ts'
import {
  countedUnit,
  type Frame,
  MAX_STACK_DEPTH,
  ProfileTree,
  type StackProfile,
} from '../../../run/cpu-profile/stack-profile.ts'

/** `main;work;sleep 12`: functions from the outermost on, joined by semicolons, a blank, a count. */
const STACK = /^(\S.*?)\s+(\d+(?:\.\d+)?)$/
const TWO_COUNTS = /^(\S.*?)\s+\d+\s+\d+$/

/** Suffixes that stackcollapse scripts append to a name: kernel, inlined, jitted code. */
const ANNOTATION = /_\[([kwij])\]$/

/** Recognizes collapsed stacks: all lines have that shape, and most have several functions. */
export function looksLikeFolded(text: string): boolean {
  const lines = textLines(text.slice(0, 50_000)).filter((line) => line.trim() !== '')
  // The last line may be truncated, because only the beginning of a long text is checked.
  const whole = text.length > 50_000 ? lines.slice(0, -1) : lines
  if (whole.length === 0 || !whole.every((line) => STACK.test(line) && !line.includes('\t'))) return false
  return whole.filter((line) => line.includes(';')).length * 2 > whole.length
}

/** Parses collapsed stacks, as stackcollapse scripts and many profilers write them. */
export function parseFolded(text: string, file: string): Parsed<StackProfile> {
  const { lines, endsMidLine } = splitLines(text)
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length > 0 && filled.every((line) => TWO_COUNTS.test(line))) {
    const message =
      'has two counts in every line, as difffolded writes them; expected the two profiles in files of their own'
    return { value: null, problems: [{ file, message }] }
  }
  const problems: Problem[] = []
  const tree = new ProfileTree()
  let total = 0
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const location = { file, line: index + 1 }
    if (endsMidLine && index === lines.length - 1) {
      problems.push({ ...location, message: 'is the last line and may be cut, so it is left out' })
      continue
    }
    const [, stack, countText] = STACK.exec(line) ?? []
    const count = Number(countText)
    if (stack === undefined || !Number.isFinite(count)) {
      problems.push({
        ...location,
        message: `${quote(line)}: expected functions joined by semicolons, a blank and a count`,
      })
      continue
    }
    if (count === 0) continue
    const frames = stack.split(';').map(readFrame)
    if (frames.length > MAX_STACK_DEPTH) {
      problems.push({ ...location, message: `has ${frames.length} functions; expected at most ${MAX_STACK_DEPTH}` })
      continue
    }
    tree.add(frames, count)
    total += count
  }
  if (total === 0) return { value: null, problems: [...problems.slice(0, 99), { file, message: 'holds no stack' }] }
  return {
    value: { event: null, unit: countedUnit('samples', total), root: tree.root() },
    problems: problems.slice(0, 100),
  }
}

/** `do_syscall_64_[k]` is a function of the kernel. */
function readFrame(text: string): Frame {
  const [annotation, letter] = ANNOTATION.exec(text) ?? []
  const name = annotation === undefined ? text : text.slice(0, -annotation.length)
  return { name: name.trim() === '' ? '[unknown]' : name, module: letter === 'k' ? '[kernel]' : null }
}
