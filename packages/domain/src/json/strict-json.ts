import { err, ok, type Result } from '../result.ts'

export const MAX_DEPTH = 32
/**
 * Maximum objects and lists in one text. Each takes far more memory than its two characters, so a limit in bytes is not
 * enough.
 */
export const MAX_CONTAINERS = 1_000_000

/**
 * The reason why a JSON text is refused, with a JSON pointer (RFC 6901) and an offset into the text in UTF-16 units.
 */
export type JsonRefusal = { pointer: string; offset: number; message: string }

/**
 * Parses untrusted JSON and refuses what `JSON.parse` would silently change: duplicate keys, `__proto__`, numbers that
 * are infinite or integers beyond 2^53, NUL, lone surrogates, nesting over 32. The scanner reads the text once and
 * builds no values; JSON.parse then builds them. `parseStrictJsonInSteps` does the same for long texts without blocking
 * other work.
 */
export function parseStrictJson(text: string): Result<unknown, JsonRefusal> {
  const refusal = new Scanner(text).scan()
  if (refusal !== null) return err(refusal)
  try {
    return ok(JSON.parse(text))
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'not JSON'
    return err({ pointer: '', offset: 0, message: `is not JSON: ${message}` })
  }
}

/** An open object with its keys so far and the newest of them, or an open list (keys null) with its index. */
type Frame = { keys: Set<string> | null; key: string | number | null }

const CODE = {
  quote: 34,
  backslash: 92,
  comma: 44,
  colon: 58,
  open: 123,
  close: 125,
  openList: 91,
  closeList: 93,
  minus: 45,
  point: 46,
  exponent: 101,
} as const
/** The bit that makes an ASCII letter lower case. */
const LOWER_CASE = 32
/** Integers of this many characters are below 2^53. */
const MAX_SHORT_NUMBER = 15
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Finds what `parseStrictJson` refuses. It does not check the syntax of JSON, because JSON.parse does. */
export class Scanner {
  private readonly text: string
  private readonly stack: Frame[] = []
  private at = 0
  private containers = 0

  constructor(text: string) {
    this.text = text
  }

  /** Scans until `end`, or to the end of the current token. */
  scan(end = this.text.length): JsonRefusal | null {
    const { text } = this
    while (this.at < end) {
      const code = text.charCodeAt(this.at)
      const refusal = this.token(code)
      if (refusal !== null) return refusal
    }
    return null
  }

  private token(code: number): JsonRefusal | null {
    switch (code) {
      case CODE.open:
      case CODE.openList:
        return this.enter(code === CODE.open)
      case CODE.close:
      case CODE.closeList:
        this.stack.pop()
        this.at++
        return null
      case CODE.comma: {
        const frame = this.stack.at(-1)
        if (frame?.keys === null && typeof frame.key === 'number') frame.key++
        this.at++
        return null
      }
      case CODE.quote:
        return this.string()
      default:
        if (code === CODE.minus || isDigit(code)) return this.number()
        this.at++ // White space, literals, or garbage that JSON.parse reports.
        return null
    }
  }

  private enter(isObject: boolean): JsonRefusal | null {
    if (this.stack.length >= MAX_DEPTH) return this.refuse(`is nested deeper than ${MAX_DEPTH} levels`)
    this.containers += 1
    if (this.containers > MAX_CONTAINERS) return this.refuse(`holds over ${MAX_CONTAINERS} objects and lists`)
    this.stack.push({ keys: isObject ? new Set() : null, key: isObject ? null : 0 })
    this.at++
    return null
  }

  private string(): JsonRefusal | null {
    const { text } = this
    const start = this.at
    let end = start + 1
    let escaped = false
    for (;;) {
      const code = text.charCodeAt(end)
      if (Number.isNaN(code)) return this.refuse('ends inside a string')
      if (code === CODE.quote) break
      if (code === CODE.backslash) {
        escaped = true
        end++
      }
      end++
    }
    this.at = end + 1
    const value = escaped ? readLiteral(text.slice(start, end + 1)) : text.slice(start + 1, end)
    if (value === null) return null // JSON.parse reports the invalid escape.
    const frame = this.stack.at(-1)
    const isKey = frame?.keys != null && this.nextIsColon()
    if (isKey) {
      frame.key = value
      if (value === '__proto__') return this.refuse('has the key "__proto__", which is not allowed', start)
      if (frame.keys?.has(value)) return this.refuse(`has the key ${JSON.stringify(value)} twice`, start)
      frame.keys?.add(value)
    }
    if (value.includes('\u0000')) return this.refuse('holds a NUL character', start)
    if (escaped && !value.isWellFormed()) return this.refuse('holds a lone surrogate', start)
    return null
  }

  private nextIsColon(): boolean {
    let at = this.at
    while (isSpace(this.text.charCodeAt(at))) at++
    return this.text.charCodeAt(at) === CODE.colon
  }

  private number(): JsonRefusal | null {
    const end = endOfShortNumber(this.text, this.at)
    if (end !== null) {
      this.at = end
      return null
    }
    NUMBER.lastIndex = this.at
    if (!NUMBER.test(this.text)) {
      this.at++
      return null
    }
    const start = this.at
    this.at = NUMBER.lastIndex
    const literal = this.text.slice(start, this.at)
    const value = Number(literal)
    if (!Number.isFinite(value)) return this.refuse(`is ${literal}, which is too large for a number`, start)
    if (literal.length >= 16 && Number.isInteger(value) && !/[.eE]/.test(literal) && !Number.isSafeInteger(value)) {
      return this.refuse(`is ${literal}, an integer beyond 2^53 that would lose digits`, start)
    }
    return null
  }

  private refuse(message: string, offset = this.at): JsonRefusal {
    const pointer = this.stack
      .filter(({ key }) => key !== null)
      .map(({ key }) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('')
    return { pointer, offset, message }
  }
}

/**
 * The end of a number of few digits without an exponent, which cannot be too large. Almost all numbers are short, and the
 * loop takes a fraction of the time of the expression.
 */
function endOfShortNumber(text: string, start: number): number | null {
  const first = text.charCodeAt(start) === CODE.minus ? start + 1 : start
  let at = first
  while (isDigit(text.charCodeAt(at))) at++
  if (at === first) return null
  if (text.charCodeAt(at) === CODE.point) {
    const fraction = at + 1
    at = fraction
    while (isDigit(text.charCodeAt(at))) at++
    if (at === fraction) return null
  }
  const isExponent = (text.charCodeAt(at) | LOWER_CASE) === CODE.exponent
  return isExponent || at - start > MAX_SHORT_NUMBER ? null : at
}

const isDigit = (code: number) => code >= 48 && code <= 57

function readLiteral(literal: string): string | null {
  try {
    const value: unknown = JSON.parse(literal)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9
