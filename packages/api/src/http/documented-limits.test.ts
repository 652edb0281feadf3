// The limits that docs/security.md and docs/uploads.md state are those of the code (docs/asvs.md, 2.1.3, 5.1.1 and 6.1.1).

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMIT_BYTES } from './body-size-limits.ts'
import { DEFAULT_LIMITS, type LimitRule } from './limit-rules.ts'

const read = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8')

/** Cells of the rows of a table whose first cell has code. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '))

const PERIODS: [words: string, seconds: number][] = [
  ['in 15 minutes', 900],
  ['in an hour', 3_600],
  ['an hour', 3_600],
  ['a minute', 60],
  ['a day', 86_400],
]
const count = (text: string) => Number(text.replaceAll(',', '').replace(' GB', '000000000'))

/** Reads a cell such as `20, 5 in an hour` or `50 in 15 minutes; 20 in an hour`, in which a period holds until the next. */
function rulesIn(cell: string): LimitRule[] {
  let seconds = 0
  return cell
    .split(/; |, (?=\d)/)
    .reverse()
    .map((part) => {
      const [words = '', length = seconds] = PERIODS.find(([ending]) => part.endsWith(` ${ending}`)) ?? []
      seconds = length
      return { count: count(part.slice(0, part.length - words.length).trim()), seconds }
    })
    .reverse()
}

test('the table of budgets states every default', () => {
  const documented = rowsOf(read('security.md')).flatMap(([names = '', , , limits = '']) =>
    [...names.matchAll(/`([a-z-]+)`/g)].map(([, name = ''], at, all) => {
      const rules = rulesIn(limits)
      // A row with several names lists one limit for each.
      return [name, all.length > 1 ? rules.slice(at, at + 1) : rules] as const
    }),
  )
  const budgets = Object.fromEntries(documented.filter(([name]) => name in DEFAULT_LIMITS))
  expect(Object.keys(budgets).sort()).toEqual(Object.keys(DEFAULT_LIMITS).sort())
  for (const [name, rules] of Object.entries(DEFAULT_LIMITS)) {
    const sorted = (list: readonly LimitRule[] = []) => list.map(({ count, seconds }) => `${count}/${seconds}`).sort()
    expect(sorted(budgets[name]), name).toEqual(sorted(Object.values(rules)))
  }
})

test('the table of uploads states the sizes that are refused', () => {
  const MB = 1024 * 1024
  const row = (name: string) =>
    read('uploads.md')
      .split('\n')
      .find((line) => line.startsWith(`| ${name} `)) ?? ''
  const { document, documentUnpacked, documentAndFiles, archive, archiveUnpacked } = LIMIT_BYTES
  expect(row('document')).toContain(
    `${document / MB} MB as sent, ${documentUnpacked / MB} MB unpacked; ${documentAndFiles / MB} MB with the files in it`,
  )
  expect(row('archive')).toContain(`${archive / MB} MB as sent, ${archiveUnpacked / MB} MB unpacked`)
})
