import { countOf } from '../fields.ts'

/** The spellings in which tools print their clients before they begin, and of their options in an echoed command. */
const PRINTED = [
  /^[ \t]*Number of (?:threads|clients|connections): (\d{1,7})$/m,
  /^[ \t]*number of clients: (\d{1,7})$/m,
  /^[ \t]*(\d{1,7}) parallel clients$/m,
  /^Starting (\d{1,7}) (?:process|thread)(?:e?s)?\b/m,
  /^# Threads: (\d{1,7}) threads?\b/m,
  /\b(\d{1,7}) Active Virtual Users configured/,
  /(?:^|\s)--?(?:threads|num-threads|clients|client|concurrency|vus|numjobs|users)[ =](\d{1,7})(?=\s|$)/m,
  /^[ \t]*(?:threads|clients|concurrency|connections|terminals|vus)[ \t]*[:=][ \t]*(\d{1,7})[ \t]*\r?$/im,
]

/** Number of characters to search, because the options are printed first. */
const HEAD = 20_000

/** The number of clients that a partial output prints; null when it prints none, or several. */
export function clientsPrinted(text: string): number | null {
  const head = text.slice(0, HEAD)
  const found = new Set(PRINTED.flatMap((pattern) => pattern.exec(head)?.[1] ?? []))
  const [first, ...others] = found
  return others.length > 0 ? null : countOf(first)
}
