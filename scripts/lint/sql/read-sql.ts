/** A text of SQL in a source file; `?` stands for each part that is not known from the file alone. */
type SqlText = { text: string; line: number }

const IS_SQL = /^\s*(?:\/\*.*?\*\/)?\s*(?:with|select|insert into|update|delete from|merge into|create|alter)\s/i
const HOLE = '\u0000'

/** Statements in the strings of a source file, with the constants and functions of the file in the place of their names. */
export function readSqlOfSource(source: string): SqlText[] {
  const literals = readLiterals(source)
  const named = new Map<string, Literal>()
  for (const literal of literals) {
    const name = /(?:const|let)\s+(\w+)(?::[^=]+)?\s*=\s*(?:\([^()]*\)(?::[^=]+)?\s*=>\s*)?$/.exec(
      source.slice(0, literal.at),
    )
    if (name?.[1] !== undefined) named.set(name[1], literal)
  }
  return literals
    .filter(({ text }) => IS_SQL.test(text))
    .map((literal) => ({ text: resolve(literal, named, 0), line: source.slice(0, literal.at).split('\n').length }))
}

/** A string or a template, whose expressions are cut out and are in their own list. */
type Literal = { at: number; text: string; expressions: string[] }

function resolve({ text, expressions }: Literal, named: ReadonlyMap<string, Literal>, depth: number): string {
  let next = 0
  return text.replaceAll(HOLE, () => {
    const expression = expressions[next++] ?? ''
    const literal = named.get(/^\s*(\w+)\s*(?:\(|$)/.exec(expression)?.[1] ?? '')
    return literal === undefined || depth > 5 ? ' ? ' : resolve(literal, named, depth + 1)
  })
}

function readLiterals(source: string): Literal[] {
  const literals: Literal[] = []
  let at = 0
  while (at < source.length) {
    const rest = source.slice(at, at + 2)
    if (rest === '//') at = endOf(source, '\n', at)
    else if (rest === '/*') at = endOf(source, '*/', at)
    else if (rest[0] === "'" || rest[0] === '"') at = readString(source, at, literals)
    else if (rest[0] === '`') at = readTemplate(source, at, literals)
    else at += 1
  }
  return literals
}

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from)
  return end === -1 ? source.length : end + mark.length
}

/** Reads a string, which ends in its line. Another quote, such as one in a regular expression, is skipped. */
function readString(source: string, from: number, literals: Literal[]): number {
  const quote = source[from]
  for (let at = from + 1; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === quote) {
      literals.push({ at: from, text: source.slice(from + 1, at), expressions: [] })
      return at + 1
    }
  }
  return from + 1
}

function readTemplate(source: string, from: number, literals: Literal[]): number {
  const literal: Literal = { at: from, text: '', expressions: [] }
  let at = from + 1
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      const end = endOfExpression(source, at + 2)
      literal.expressions.push(source.slice(at + 2, end))
      literal.text += HOLE
      at = end + 1
    } else {
      literal.text += source[at] ?? ''
      at += source[at] === '\\' ? 2 : 1
    }
  }
  literals.push(literal)
  return at + 1
}

/** The closing brace of an expression in a template, which may hold templates itself. */
function endOfExpression(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1
    else if (source[at] === '}') {
      if (depth === 0) return at
      depth -= 1
    } else if (source[at] === '`') at = readTemplate(source, at, []) - 1
  }
  return source.length
}
