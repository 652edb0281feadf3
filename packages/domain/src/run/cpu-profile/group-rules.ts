import { err, ok, type Result } from '../../result.ts'

/** A group of functions. A stack belongs to it when one of its functions is on the stack. */
export type GroupRule = {
  name: string
  /** True for a group that is left out of the total, such as idle threads in profiles that also sample waiting. */
  isLeftOut: boolean
  patterns: readonly FunctionPattern[]
}

/** A function by name or by its shared object; `*` matches any text. */
export type FunctionPattern = {
  text: string
  /** True when only the innermost function of a stack may match. */
  leafOnly: boolean
}

/** Group of the functions that match no rule. */
export const OTHER_GROUP = 'other'

export const RULE_LIMITS = { rules: 40, patterns: 40, characters: 6_000, nameCharacters: 60 } as const

export type RuleProblem = { line: number; message: string }

/**
 * Parses rules, one per line: `bloom = *MayMatch; *BloomBits*`. Patterns are separated by semicolons, which no function
 * name contains. `leaf:` before a pattern matches the innermost function only; `!` before a name leaves its samples out
 * of the total. Empty lines and lines that begin with # are ignored.
 */
export function parseGroupRules(text: string): Result<GroupRule[], RuleProblem> {
  if (text.length > RULE_LIMITS.characters) {
    return err({
      line: 1,
      message: `the rules are ${text.length} characters; expected at most ${RULE_LIMITS.characters}`,
    })
  }
  const rules: GroupRule[] = []
  for (const [index, whole] of text.split('\n').entries()) {
    const line = whole.trim()
    if (line === '' || line.startsWith('#')) continue
    const rule = parseRule(line)
    const problem = typeof rule === 'string' ? rule : againstOthers(rule, rules)
    if (problem !== null) return err({ line: index + 1, message: problem })
    if (typeof rule !== 'string') rules.push(rule)
  }
  return ok(rules)
}

function parseRule(line: string): GroupRule | string {
  const mark = line.startsWith('!') ? '!' : ''
  const equals = line.indexOf('=')
  const name = line.slice(mark.length, Math.max(equals, mark.length)).trim()
  const patternText = line.slice(equals + 1)
  if (equals === -1 || name === '') {
    return 'expected a name, an equals sign and patterns: bloom = *MayMatch; *BloomBits*'
  }
  if (name.length > RULE_LIMITS.nameCharacters) return `a name is at most ${RULE_LIMITS.nameCharacters} characters`
  const patterns = patternText
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ text: part.replace(/^leaf:\s*/, ''), leafOnly: part.startsWith('leaf:') }))
  if (patterns.length === 0) return `${name} has no pattern: name = pattern; pattern`
  if (patterns.length > RULE_LIMITS.patterns) return `${name} has over ${RULE_LIMITS.patterns} patterns`
  return { name, isLeftOut: mark === '!', patterns }
}

function againstOthers({ name }: GroupRule, others: readonly GroupRule[]): string | null {
  if (name === OTHER_GROUP) return `${OTHER_GROUP} is what no rule names; expected another name`
  if (others.some((other) => other.name === name)) return `${name} is there already; put all its patterns into one line`
  return others.length >= RULE_LIMITS.rules ? `over ${RULE_LIMITS.rules} rules` : null
}
