import type { Parsed } from '../../parse/problem.ts'
import type { FioOutput } from './fio-case.ts'
import { parseFioJson } from './fio-json.ts'
import { parseFioText } from './fio-text.ts'

const HEAD = 20_000

/** Recognizes the normal and the JSON output of fio. */
export function recognizeFio(text: string): 'text' | 'json' | null {
  const head = text.slice(0, HEAD)
  if (/^ {2}"fio version" : "fio-/m.test(head)) return 'json'
  const isText = /^.+: \(g=\d+\): rw=[a-z]+, bs=/m.test(head) && /^fio-\d/m.test(head)
  return isText ? 'text' : null
}

/** Parses fio output in either form. Never throws. */
export function parseFio(text: string, file: string): Parsed<FioOutput> {
  return recognizeFio(text) === 'json' ? parseFioJson(text, file) : parseFioText(text, file)
}
