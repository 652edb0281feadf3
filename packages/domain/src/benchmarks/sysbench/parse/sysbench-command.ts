import { redact } from '../../../parse/redact.ts'

export type SysbenchCommand = { command: string; options: Record<string, string>; script: string | null }

/**
 * Parses a line such as `LUA_PATH=... /path/sysbench --threads=4 /path/oltp_scan.lua run --skip-trx`; null when the
 * line is not a sysbench command. Secrets are removed from the result.
 */
export function readSysbenchCommand(line: string): SysbenchCommand | null {
  if (!line.includes('sysbench') || line.length > MAX_COMMAND_CHARACTERS) return null
  const command = redact(line.trim())
  const words = command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  const program = words.findIndex((word) => /(?:^|\/)sysbench$/.test(word))
  if (program === -1) return null
  const args = words.slice(program + 1)
  if (!args.some((word) => word === 'run' || word.startsWith('--'))) return null

  const options = new Map<string, string>()
  for (const word of args) {
    const [, name, value] = /^--([a-z][\w-]*)(?:=(.*))?$/i.exec(word) ?? []
    // As in sysbench, the last of two equal options wins, and a switch without a value means `on`.
    if (name !== undefined) options.set(name, value === undefined ? 'on' : unquote(value))
  }
  const positional = args.find((word) => !word.startsWith('-'))
  const test = options.get('test') ?? (positional === 'run' ? undefined : positional)
  return { command, options: Object.fromEntries(options), script: test === undefined ? null : scriptName(test) }
}

const MAX_COMMAND_CHARACTERS = 100_000

function unquote(value: string): string {
  return /^"[^"]*"$|^'[^']*'$/.test(value) ? value.slice(1, -1) : value
}

function scriptName(path: string): string | null {
  const name = unquote(path)
    .split('/')
    .at(-1)
    ?.replace(/\.lua$/, '')
  return name === undefined || name === '' ? null : name
}
