/** A word (in small letters), a number, a string, or one character of punctuation, with its position in the text. */
export type Token = { kind: 'word' | 'string' | 'other'; text: string; at: number }

const TOKEN =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>[eE]?'(?:[^']|'')*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<word>[A-Za-z_]\w*|"[^"]+")|(?<other>\$\d+|\d[\w.]*|\S)/g

/** The tokens of SQL. The body of a function is one string: it runs on one node, so the rules do not apply to it. */
export function tokenizeSql(sql: string): Token[] {
  const tokens: Token[] = []
  for (const { groups, index } of sql.matchAll(TOKEN)) {
    const { string, word, other } = groups ?? {}
    if (word !== undefined) tokens.push({ kind: 'word', text: word.replaceAll('"', '').toLowerCase(), at: index })
    else if (string !== undefined) tokens.push({ kind: 'string', text: string, at: index })
    else if (other !== undefined) tokens.push({ kind: 'other', text: other, at: index })
  }
  return tokens
}

/** The tokens of each statement of a file. */
export function splitStatements(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'other' && token.text === ';') statements.push([])
    else statements.at(-1)?.push(token)
  }
  return statements.filter((one) => one.length > 0)
}

/** True when the words stand at this position, one after the other. */
export const readsWords = (tokens: readonly Token[], at: number, ...words: string[]): boolean =>
  words.every((word, i) => tokens[at + i]?.kind === 'word' && tokens[at + i]?.text === word)

/** True for the name of a function that is called at this position. */
export const isCall = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'word' && tokens[at + 1]?.text === '('

/** Position after the last token of the parentheses or the list that is open at this position. */
export function endOfClause(
  tokens: readonly Token[],
  from: number,
  endsAt: (token: Token, at: number) => boolean,
): number {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    if (token.text === '(') depth += 1
    else if (token.text === ')') depth -= 1
    if (depth < 0 || (depth === 0 && endsAt(token, at))) return at
  }
  return tokens.length
}
