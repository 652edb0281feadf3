import { err, ok, type Result } from '../../result.ts'

/**
 * Patterns for names of directories and files: literal text, `{field}` placeholders and `[optional]` parts. A
 * placeholder matches one or more characters of its class, as many as it can, or exactly N when a number follows the
 * class. Profiles of untrusted users may hold patterns: matching takes at most pattern length times name length steps.
 *
 * `sb.o.{test}[.{phase:pre|warm}].range{range:digits}[.dop{clients:digits}]`
 */
export type PathPattern = { source: string; fields: readonly string[]; program: readonly Instruction[] }

/**
 * Character classes of placeholders, named after the colon: `digits`, or `hex8` for exactly 8 characters. A placeholder
 * may list words instead: `words|to|take`.
 */
export const FIELD_CLASSES = {
  digits: /[0-9]/,
  letters: /[A-Za-z]/,
  alnum: /[A-Za-z0-9]/,
  hex: /[0-9a-f]/,
  /** Characters of a word of a file name; the default class of a placeholder. */
  word: /[A-Za-z0-9_-]/,
  numbers: /[0-9.]/,
  version: /[A-Za-z0-9.]/,
  any: /[^/]/,
} as const

export type FieldClass = keyof typeof FIELD_CLASSES

export const PATTERN_LIMITS = { characters: 240, nameCharacters: 255 } as const

type Instruction =
  | { kind: 'character'; character: string }
  | { kind: 'class'; class: FieldClass }
  | { kind: 'begin' | 'end'; field: string }
  /** Continues at `first`; when that does not match, at `second`. */
  | { kind: 'split'; first: number; second: number }
  | { kind: 'jump'; to: number }

const PLACEHOLDER = /^\{([a-z_][A-Za-z0-9_.]*)(?::([A-Za-z0-9_|.+-]+))?\}/

/** Compiles a pattern. The error message names the problem and the character position. */
export function compilePattern(source: string): Result<PathPattern, string> {
  if (source.length > PATTERN_LIMITS.characters) return err(`is longer than ${PATTERN_LIMITS.characters} characters`)
  const program: Instruction[] = []
  const fields: string[] = []
  const open: { split: { second: number }; at: number }[] = []
  for (let at = 0; at < source.length; ) {
    const character = source.charAt(at)
    if (character === '{') {
      const [whole, field, kind = 'word'] = PLACEHOLDER.exec(source.slice(at)) ?? []
      if (whole === undefined || field === undefined) {
        return err(`has no placeholder such as {test} or {clients:digits} at character ${at + 1}`)
      }
      if (fields.includes(field)) return err(`names the field ${field} twice`)
      const problem = addPlaceholder(program, field, kind)
      if (problem !== null) return err(problem)
      fields.push(field)
      at += whole.length
      continue
    }
    if (character === '[') {
      const split = { kind: 'split' as const, first: program.length + 1, second: -1 }
      program.push(split)
      open.push({ split, at })
    } else if (character === ']') {
      const opened = open.pop()
      if (opened === undefined) return err(`closes a [ that was not opened, at character ${at + 1}`)
      opened.split.second = program.length
    } else {
      program.push({ kind: 'character', character })
    }
    at++
  }
  const unclosed = open.pop()
  if (unclosed !== undefined) return err(`does not close the [ at character ${unclosed.at + 1}`)
  return ok({ source, fields, program })
}

function addPlaceholder(program: Instruction[], field: string, kind: string): string | null {
  program.push({ kind: 'begin', field })
  if (kind.includes('|')) {
    addAlternatives(program, kind.split('|'))
  } else {
    const [, name = '', count] = /^([a-z]+)([1-9][0-9]?)?$/.exec(kind) ?? []
    if (!isFieldClass(name)) {
      return `names the class ${kind}; known: ${Object.keys(FIELD_CLASSES).join(', ')}, or words|to|take`
    }
    const start = program.length
    for (let i = 0; i < Number(count ?? 1); i++) program.push({ kind: 'class', class: name })
    if (count === undefined) program.push({ kind: 'split', first: start, second: start + 2 })
  }
  program.push({ kind: 'end', field })
  return null
}

const isFieldClass = (name: string): name is FieldClass => Object.hasOwn(FIELD_CLASSES, name)

function addAlternatives(program: Instruction[], words: readonly string[]): void {
  const jumps: { to: number }[] = []
  for (const [index, word] of words.entries()) {
    const isLast = index === words.length - 1
    const split = { kind: 'split' as const, first: program.length + 1, second: -1 }
    if (!isLast) program.push(split)
    for (const character of word) program.push({ kind: 'character', character })
    if (isLast) continue
    const jump = { kind: 'jump' as const, to: -1 }
    program.push(jump)
    jumps.push(jump)
    split.second = program.length
  }
  for (const jump of jumps) jump.to = program.length
}

/**
 * Matches a whole name against a pattern and returns its fields; null when the name does not match or is longer than a
 * file system allows. Fields of an absent optional part are left out.
 */
export function matchPattern({ program }: PathPattern, name: string): Record<string, string> | null {
  if (name.length > PATTERN_LIMITS.nameCharacters) return null
  // Each pair of instruction and character is tried once, so the work is bounded by their product.
  const tried = new Uint8Array((program.length + 1) * (name.length + 1))
  type Thread = { at: number; position: number; marks: Mark | null }
  const threads: Thread[] = [{ at: 0, position: 0, marks: null }]
  for (let thread = threads.pop(); thread !== undefined; thread = threads.pop()) {
    let { at, position, marks } = thread
    for (;;) {
      const pair = at * (name.length + 1) + position
      if (tried[pair] === 1) break
      tried[pair] = 1
      const instruction = program[at]
      if (instruction === undefined) {
        if (position === name.length) return fieldsOf(marks, name)
        break
      }
      if (instruction.kind === 'split') {
        threads.push({ at: instruction.second, position, marks })
        at = instruction.first
      } else if (instruction.kind === 'jump') {
        at = instruction.to
      } else if ('field' in instruction) {
        marks = { before: marks, kind: instruction.kind, field: instruction.field, position }
        at++
      } else {
        if (position === name.length || !accepts(instruction, name.charAt(position))) break
        position++
        at++
      }
    }
  }
  return null
}

/** The beginning or end of a field, newest first; a linked list, so that branches share their common prefix. */
type Mark = { before: Mark | null; kind: 'begin' | 'end'; field: string; position: number }

function accepts(instruction: Extract<Instruction, { kind: 'character' | 'class' }>, character: string): boolean {
  return instruction.kind === 'character'
    ? instruction.character === character
    : FIELD_CLASSES[instruction.class].test(character)
}

function fieldsOf(marks: Mark | null, name: string): Record<string, string> {
  const ends = new Map<string, number>()
  const found: [string, string][] = []
  for (let mark = marks; mark !== null; mark = mark.before) {
    if (mark.kind === 'end') ends.set(mark.field, mark.position)
    else found.push([mark.field, name.slice(mark.position, ends.get(mark.field))])
  }
  return Object.fromEntries(found.reverse())
}
