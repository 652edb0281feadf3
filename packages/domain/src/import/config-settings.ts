import { redact } from '../parse/redact.ts'
import { splitLines } from '../parse/text-lines.ts'

const SETTING = /^\s*([A-Za-z][\w.-]{0,199})\s*=\s*(.*)$/

/**
 * The settings of a configuration file, `key = value` or `key='value' # comment`, without secrets. Lines without `=`,
 * sections and comments are passed over; of a key that is set twice the last counts, as servers do it.
 */
export function readConfigSettings(text: string): Record<string, string> {
  const settings: Record<string, string> = Object.create(null)
  for (const line of splitLines(redact(text)).lines) {
    const [, key, rest] = SETTING.exec(line) ?? []
    if (key === undefined || rest === undefined) continue
    const value = withoutComment(rest)
    if (value.length <= 2_000) settings[key] = value
  }
  return { ...settings }
}

function withoutComment(text: string): string {
  const quoted = /^'((?:[^']|'')*)'/.exec(text)
  if (quoted !== null) return (quoted[1] ?? '').replaceAll("''", "'")
  return text.replace(/(^|\s)#.*$/, '').trim()
}

/**
 * The settings that all configs of one name agree on. Files of one name differ between versions of a server, where a
 * setting is new or gone; what only some of them say is no property of the name.
 */
export function commonSettings(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const [first = {}, ...others] = all
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => others.every((other) => other[key] === value)),
  )
}
