import { cutLastLine, refusal } from '../../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../../parse/problem.ts'
import { quote } from '../../../parse/quote.ts'
import { splitLines, textLines } from '../../../parse/text-lines.ts'
import { type Frame, ProfileTree, type StackProfile } from '../../../run/cpu-profile/stack-profile.ts'
import { splitFrames } from './split-frames.ts'

/** `   12 futex_wait,cond_wait,worker,start_thread`: a count, then functions from the innermost on. */
const STACK = /^\s*(\d+)\s(.*)$/

/** Recognizes output of pmp: right-aligned counts that never grow, each with functions joined by commas. */
export function looksLikePmp(text: string): boolean {
  const lines = textLines(text.slice(0, 50_000)).filter((line) => line.trim() !== '')
  const counts = lines.map((line) => Number(STACK.exec(line)?.[1]))
  if (lines.length === 0 || counts.some((count, index) => !(count > 0) || count > (counts[index - 1] ?? count)))
    return false
  // A table of numbers has commas too; names of functions begin with a letter.
  const stacks = lines.filter((line) => /^\s*\d+\s[A-Za-z_?(~][^,]*(,[^,]*)+$/.test(line))
  return stacks.length * 2 > lines.length && !lines.some((line) => line.includes('\t') || /^\s*\d+\s[^,]*;/.test(line))
}

/**
 * Parses the hierarchical output of the poor man's profiler: one line per distinct stack, leaf first. Counts never
 * increase; an increasing count and a truncated last line refuse the run.
 */
export function parsePmp(text: string, file: string): Parsed<StackProfile> {
  const problems: Problem[] = []
  const tree = new ProfileTree()
  let total = 0
  let before = Number.POSITIVE_INFINITY
  const { lines, endsMidLine } = splitLines(text)
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const location = { file, line: index + 1 }
    if (endsMidLine && index === lines.length - 1) {
      problems.push(cutLastLine(file, index + 1))
      continue
    }
    const [, countText, stack] = STACK.exec(line) ?? []
    const count = Number(countText)
    if (stack === undefined || !Number.isSafeInteger(count) || count === 0) {
      problems.push({ ...location, message: `${quote(line)}: expected a count and functions joined by commas` })
      continue
    }
    if (count > before) {
      problems.push(
        refusal(
          file,
          `its count ${count} is more than ${before} of the line before, though the lines are sorted`,
          index + 1,
        ),
      )
    }
    before = count
    tree.add(rootFirst(stack), count)
    total += count
  }
  if (total === 0) return { value: null, problems: [...problems.slice(0, 99), { file, message: 'holds no stack' }] }
  return { value: { event: null, unit: 'samples', root: tree.root() }, problems: problems.slice(0, 100) }
}

/** gdb could not walk some stacks: they count as samples of an unknown function. */
function rootFirst(stack: string): Frame[] {
  const names = stack.trim() === '' ? ['[no stack]'] : splitFrames(stack)
  return names.reverse().map((name) => ({ name: name === '??' ? '[unknown]' : name, module: null }))
}
