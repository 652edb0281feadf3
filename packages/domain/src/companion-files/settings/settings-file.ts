import type { Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { redact } from '../../parse/redact.ts'
import { textLines } from '../../parse/text-lines.ts'

/** Settings of a server, as its configuration file states them. */
export type SettingsFile = {
  /** Settings by name; units stay as written (`96GB`). The last value of a name wins, as in the servers. */
  settings: Readonly<Record<string, string>>
  /** Included files, which are not read, so their settings are unknown. */
  includes: readonly { line: number; path: string }[]
  problems: readonly Problem[]
}

const SECTION = /^\[([A-Za-z][\w .-]{0,60})\]\s*(?:[#;].*)?$/
/** Sections that the server reads; those of clients are left out. */
const SERVER_SECTION = /^(?:mysqld|mariadbd|mariadb|server|mysqld_safe|galera|sst)(?:-[\d.]+)?$/
const ASSIGNED = /^([A-Za-z_][\w.-]{0,199})\s*=\s*(.*)$/
/** Postgres may leave out the equal sign. */
const SPACED = /^([A-Za-z_][\w.]{0,199})\s+('(?:[^']|'')*'|[^\s#'=]+)\s*(?:#.*)?$/
const FLAG = /^([A-Za-z_][\w-]{0,199})\s*(?:#.*)?$/
const INCLUDE = /^(?:!include(?:dir)?\s+|include(?:_dir|_if_exists)?\s*=?\s*)'?([^'#]+?)'?\s*(?:#.*)?$/
const MAX_VALUE = 2_000

/**
 * Parses postgresql.conf, my.cnf, and conf.diff, which contains such lines. Secrets are removed. A file with sections
 * belongs to MySQL: there `-` and `_` are one letter, and a name without a value is on.
 */
export function parseSettingsFile(text: string, file: string): SettingsFile {
  const settings = new Map<string, string>()
  const includes: { line: number; path: string }[] = []
  const problems: Problem[] = []
  const lines = readDiff(textLines(redact(text)))
  const hasSections = lines.some((line) => SECTION.test(line.trim()))
  let isServer = true
  for (const [i, whole] of lines.entries()) {
    const line = whole.trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const section = SECTION.exec(line)?.[1]
    if (section !== undefined) {
      isServer = SERVER_SECTION.test(section)
      continue
    }
    if (!isServer) continue
    const included = INCLUDE.exec(line)?.[1]
    if (included !== undefined) {
      includes.push({ line: i + 1, path: included })
      continue
    }
    const [, name, value] = ASSIGNED.exec(line) ?? (hasSections ? null : SPACED.exec(line)) ?? []
    const flag = hasSections ? FLAG.exec(line)?.[1] : undefined
    const key = name ?? flag
    const setting = value === undefined ? 'ON' : withoutComment(value)
    if (key === undefined || setting.length > MAX_VALUE) {
      problems.push({ file, line: i + 1, message: `${quote(line)} is not \`name = value\`` })
      continue
    }
    settings.set(hasSections ? key.replace(/^loose[-_]/, '').replaceAll('-', '_') : key, setting)
  }
  return { settings: Object.fromEntries(settings), includes, problems }
}

/** The lines of the second file in the output of diff. */
function readDiff(lines: readonly string[]): readonly string[] {
  const isPlain = lines.some((line) => /^\d+(?:,\d+)?[acd]\d+(?:,\d+)?$/.test(line))
  const isUnified = lines.some((line) => /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line))
  if (!isPlain && !isUnified) return lines
  const mark = isPlain ? '> ' : '+'
  return lines.map((line) => (line.startsWith(mark) && !line.startsWith('+++') ? line.slice(mark.length) : ''))
}

function withoutComment(text: string): string {
  const quoted = /^'((?:[^']|'')*)'/.exec(text) ?? /^"([^"]*)"/.exec(text)
  if (quoted !== null) return (quoted[1] ?? '').replaceAll("''", "'")
  return text.replace(/(^|\s)#.*$/, '').trim()
}

/** Recognizes a settings file by its name, if it contains only settings. */
export function recognizeSettingsFile(name: string, text: string): boolean {
  if (!/(?:\.conf|\.cnf|\.ini|conf\.diff)$/.test(name) || text.length > 500_000) return false
  const { settings, problems } = parseSettingsFile(text, name)
  return Object.keys(settings).length > 0 && problems.length === 0
}
