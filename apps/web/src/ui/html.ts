import { escapeHtml } from '@assay/domain/compare/render/escape-html'

/** Markup in which every text was escaped with `escapeHtml`; only the tag `html` creates it. */
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
 * Creates the markup of a response that is not a page, such as a badge or a redirect: `html\`<a>${name}</a>\``;
 * components draw pages. Texts are escaped, so attributes must be in double quotes; markup and lists of it are inserted
 * unchanged, and false, null and undefined are empty. A line break with the indentation after it is removed.
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

// A template has the same literals at each call, and tables call theirs thousands of times.
const joinedLiterals = new WeakMap<TemplateStringsArray, readonly string[]>()

function withoutLineBreaks(literals: TemplateStringsArray): readonly string[] {
  const known = joinedLiterals.get(literals)
  if (known !== undefined) return known
  const joined = literals.map((literal) => literal.replaceAll(/\n\s*/g, ''))
  joinedLiterals.set(literals, joined)
  return joined
}
