/**
 * The kinds of names in which a word can be forbidden. `constants` are upper-case names, exported or not; `tables` are
 * models, tables and columns of the database; `variables` are local variables and first parameters.
 */
export const WHERE = ['exports', 'constants', 'files', 'routes', 'strings', 'tables', 'variables'] as const

export type Where = (typeof WHERE)[number]

/** One row of the table in docs/glossary.md. */
export type ForbiddenWord = {
  /** All forms of the word, each as its lower-case words: `or-sign-in` is [or, sign, in]. For `strings`: the text itself. */
  forms: string[]
  where: Where[]
  replacement: string
  /** Names that contain one of these keep the word: `looks-like` for `looks`. */
  allowed: string[]
}

const HEADING = '## Forbidden words'

/**
 * Reads the table below the heading "Forbidden words": word, concept, where, replacement, allowed. Throws when the
 * table is missing or a row names an unknown place, because a check without words proves nothing.
 */
export function readGlossary(markdown: string): ForbiddenWord[] {
  const section = markdown.split(`${HEADING}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  if (rows.length === 0) throw new Error(`docs/glossary.md has no table below "${HEADING}"`)
  return rows.map(readRow)
}

function readRow(row: string): ForbiddenWord {
  const [words = '', , where = '', replacement = '', allowed = ''] = row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const forms = codeSpans(words)
  return {
    forms,
    where: where.split(',').map((name) => readWhere(name.trim(), row)),
    replacement,
    allowed: codeSpans(allowed),
  }
}

function readWhere(name: string, row: string): Where {
  const where = WHERE.find((known) => known === name)
  if (where === undefined) throw new Error(`docs/glossary.md: "${name}" is none of ${WHERE.join(', ')} in: ${row}`)
  return where
}

function codeSpans(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
}
