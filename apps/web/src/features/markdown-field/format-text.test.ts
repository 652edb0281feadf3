import { expect, test } from 'vitest'
import { type Format, formatText } from './format-text.ts'

/** Formats the words between brackets, and returns the text with the selection in brackets. */
function apply(given: string, format: Format): string {
  const [from, to] = [given.indexOf('['), given.lastIndexOf(']') - 1]
  const text = given.slice(0, from) + given.slice(from + 1, to + 1) + given.slice(to + 2)
  const change = formatText(text, { from, to }, format)
  const after = text.slice(0, change.from) + change.insert + text.slice(change.to)
  const { select } = change
  return `${after.slice(0, select.from)}«${after.slice(select.from, select.to)}»${after.slice(select.to)}`
}

test.each<[Format, string, string]>([
  ['bold', 'a [b] c', 'a **«b»** c'],
  ['bold', 'a **[b]** c', 'a «b» c'],
  ['italic', 'a **[b]** c', 'a ***«b»*** c'],
  ['italic', 'a ***[b]*** c', 'a **«b»** c'],
  ['italic', '[]', '*«»*'],
  ['code', 'a [b]', 'a `«b»`'],
  ['code', 'x\n[a\nb]\ny', 'x\n«```\na\nb\n```»\ny'],
  ['link', 'a [b]', 'a [b](«https://»)'],
  ['link', '[https://x.test]', '[«»](https://x.test)'],
  ['heading', 'one\nt[w]o', 'one\n«## two»'],
  ['heading', '### t[w]o', '«two»'],
  ['list', '[a\n\nb]', '«- a\n\n- b»'],
  ['list', '[- a\n- b]', '«a\nb»'],
  ['list', 'x\n[]', 'x\n- «»'],
])('%s: %j becomes %j', (format, given, expected) => {
  expect(apply(given, format)).toBe(expected)
})
