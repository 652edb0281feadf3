import { escapeHtml } from '@assay/domain/compare/escape-html'

/** Markup in which every text passed `escapeHtml`; only the tag `html` makes it. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[]

/**
 * Markup as text, for what never changes in the browser: `html\`<li>${name}</li>\``. Texts are escaped, so attributes
 * must stand in double quotes; markup and lists of it go in as they are, and nothing for false, null and undefined.
 * A line break with the indentation after it is left out.
 */
export function html(literals: TemplateStringsArray, ...parts: readonly HtmlValue[]): Html {
  const joined = withoutLineBreaks(literals)
  let text = joined[0] ?? ''
  for (const [index, part] of parts.entries()) text += textOf(part) + (joined[index + 1] ?? '')
  return new Html(text)
}

function textOf(part: HtmlValue): string {
  if (part instanceof Html) return part.toString()
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  if (part === false || part === null || part === undefined) return ''
  return part.map(textOf).join('')
}

// A template has the same literals at each call, and tables call theirs a thousand times.
const joinedLiterals = new WeakMap<TemplateStringsArray, readonly string[]>()

function withoutLineBreaks(literals: TemplateStringsArray): readonly string[] {
  const known = joinedLiterals.get(literals)
  if (known !== undefined) return known
  const joined = literals.map((literal) => literal.replaceAll(/\n\s*/g, ''))
  joinedLiterals.set(literals, joined)
  return joined
}
