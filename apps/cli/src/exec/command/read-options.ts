/** Options of a command line by name, without dashes; the last of two wins. */
export type Options = { values: ReadonlyMap<string, string>; words: readonly string[] }

/**
 * Reads words as getopt does: `-c 8`, `-c8`, `--client=8`, `--client 8`. Only options in `valued` take a value; all
 * others are switches.
 *
 * @param valued short letters and long names that take a value.
 */
export function readOptions(args: readonly string[], valued: ReadonlySet<string>): Options {
  const values = new Map<string, string>()
  const words: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    const [, long, given] = /^--([\w-]+)(?:=(.*))?$/s.exec(arg) ?? []
    if (arg === '--') {
      words.push(...args.slice(i + 1))
      break
    }
    if (long !== undefined) {
      values.set(long, given ?? (valued.has(long) ? (args[++i] ?? '') : ''))
    } else if (/^-[A-Za-z]/.test(arg)) {
      for (let at = 1; at < arg.length; at++) {
        const letter = arg.charAt(at)
        if (!valued.has(letter)) {
          values.set(letter, '')
          continue
        }
        const rest = arg.slice(at + 1)
        values.set(letter, rest === '' ? (args[++i] ?? '') : rest)
        break
      }
    } else words.push(arg)
  }
  return { values, words }
}
