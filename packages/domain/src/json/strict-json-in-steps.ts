import { err, ok, type Result } from '../result.ts'
import { type JsonRefusal, parseStrictJson, Scanner } from './strict-json.ts'

/** Characters that are read between two pauses, which takes a few milliseconds at most. */
const STEP = 64 * 1024

/**
 * Does the same as `parseStrictJson`, for texts of many megabytes on a thread with other work.
 *
 * @param pause awaited after every `step` characters, such as `setImmediate` of `node:timers/promises`.
 */
export async function parseStrictJsonInSteps(
  text: string,
  pause: () => Promise<unknown>,
  step = STEP,
): Promise<Result<unknown, JsonRefusal>> {
  if (text.length <= step) return parseStrictJson(text)
  const scanner = new Scanner(text)
  for (let end = step; ; end += step) {
    const refusal = scanner.scan(Math.min(end, text.length))
    if (refusal !== null) return err(refusal)
    if (end >= text.length) break
    await pause()
  }
  const builder = new JsonBuilder(text)
  for (let end = step; builder.build(Math.min(end, text.length)); end += step) {
    if (end >= text.length) break
    await pause()
  }
  return builder.result()
}

type Container = unknown[] | Record<string, unknown>
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end'

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows these in strings only as escapes
const CONTROL = /[\u0000-\u001f]/
const LITERALS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const

/** Builds the value of a JSON text in steps. `Scanner` must have accepted the text first. */
class JsonBuilder {
  private readonly text: string
  private readonly stack: { container: Container; key: string }[] = []
  private expected: Expected = 'value'
  private root: unknown
  private at = 0
  private failed = false

  constructor(text: string) {
    this.text = text
  }

  /** Continues until `end`, or to the end of the current token. False when the text is not JSON. */
  build(end: number): boolean {
    this.skipSpace()
    while (this.at < end && !this.failed) {
      this.failed = !this.token(this.text[this.at] ?? '')
      this.skipSpace()
    }
    return !this.failed
  }

  result(): Result<unknown, JsonRefusal> {
    const isWhole = this.stack.length === 0 && this.expected === ', or end'
    if (!this.failed && isWhole) return ok(this.root)
    const found = this.at < this.text.length ? JSON.stringify(this.text[this.at]) : 'the end of the text'
    const message = `is not JSON: ${found} at position ${this.at} where ${this.expected} is expected`
    return err({ pointer: '', offset: this.at, message })
  }

  private token(char: string): boolean {
    switch (this.expected) {
      case ':':
        return char === ':' ? this.step('value') : false
      case ', or end':
        return this.separator(char)
      case 'key or }':
        if (char === '}') return this.close()
        return this.key(char)
      case 'key':
        return this.key(char)
      case 'value or ]':
        if (char === ']') return this.close()
        return this.value(char)
      case 'value':
        return this.value(char)
    }
  }

  private separator(char: string): boolean {
    const container = this.stack.at(-1)?.container
    if (container === undefined) return false
    const isList = Array.isArray(container)
    if (char === ',') return this.step(isList ? 'value' : 'key')
    return char === (isList ? ']' : '}') ? this.close() : false
  }

  private key(char: string): boolean {
    const frame = this.stack.at(-1)
    const key = char === '"' && frame !== undefined ? this.string() : null
    if (frame === undefined || key === null) return false
    frame.key = key
    this.expected = ':'
    return true
  }

  private value(char: string): boolean {
    if (char === '{' || char === '[') return this.open(char === '[')
    if (char === '"') {
      const text = this.string()
      return text === null ? false : this.add(text)
    }
    for (const [literal, value] of LITERALS) {
      if (!this.text.startsWith(literal, this.at)) continue
      this.at += literal.length
      return this.add(value)
    }
    NUMBER.lastIndex = this.at
    const literal = NUMBER.exec(this.text)?.[0]
    if (literal === undefined) return false
    this.at += literal.length
    return this.add(Number(literal))
  }

  private open(isList: boolean): boolean {
    const container: Container = isList ? [] : {}
    this.add(container)
    this.stack.push({ container, key: '' })
    return this.step(isList ? 'value or ]' : 'key or }')
  }

  private close(): boolean {
    this.stack.pop()
    return this.step(', or end')
  }

  private add(value: unknown): boolean {
    const frame = this.stack.at(-1)
    if (frame === undefined) this.root = value
    else if (Array.isArray(frame.container)) frame.container.push(value)
    else frame.container[frame.key] = value
    this.expected = ', or end'
    return true
  }

  /** Parses the string at the current position; returns null, without advancing, if there is none. */
  private string(): string | null {
    const { text, at: start } = this
    let end = text.indexOf('"', start + 1)
    while (end >= 0 && backslashesBefore(text, end) % 2 === 1) end = text.indexOf('"', end + 1)
    if (end < 0) return null
    const raw = text.slice(start + 1, end)
    const value = raw.includes('\\') ? unescaped(raw) : CONTROL.test(raw) ? null : raw
    if (value !== null) this.at = end + 1
    return value
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.at
    this.at += SPACE.exec(this.text)?.[0].length ?? 0
  }

  private step(expected: Expected): boolean {
    this.at += 1
    this.expected = expected
    return true
  }
}

function backslashesBefore(text: string, end: number): number {
  let count = 0
  while (text[end - 1 - count] === '\\') count++
  return count
}

function unescaped(raw: string): string | null {
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    return null
  }
}
