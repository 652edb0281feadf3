// Regular expressions that take seconds for a short text stop a process (OWASP ASVS 1.3.12). A cubic one needs a second
// of CPU time for 1,500 characters, and a quadratic one some milliseconds, so that the limit tells them apart on any
// machine, and under any load.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutSpaces } from '@assay/domain/parse/cut-spaces'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url).pathname
const FOLDERS = ['packages/domain/src', 'packages/api/src', 'packages/db/src', 'packages/charts/src', 'apps/web/src']
const PROGRAMS = ['scripts/serve', 'scripts/proxy']
const MAX_MS = 300
const LENGTH = 1_500

/** A literal in code, not a division: after a bracket, an operator or a keyword. */
const LITERAL = /(?<=[(,=:[!&|?{};]\s*|\breturn )\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuyv]*)/g
/** Texts that are repeated, what comes before and after them. Spaces are what most patterns can divide in several ways. */
const REPEATED = [
  ' ',
  '\n',
  '\r\n',
  ' a',
  '-',
  '|',
  '#',
  '=',
  '*',
  '_',
  '.',
  '0',
  'a',
  '[',
  '(',
  '<',
  '"',
  '\\',
  '1 ',
  '\n ',
]
const BEFORE = ['', 'a', '# a', '!', '"']
const AFTER = ['', 'x']

/** `isGuarded` for a module that cuts runs of spaces before it matches. */
type Literal = { source: string; pattern: RegExp; isGuarded: boolean }

function literalsOf(file: string): Literal[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const isGuarded = text.includes('/cut-spaces.ts')
  return [...text.matchAll(LITERAL)].flatMap(([, source = '', flags = '']) => {
    // Only a repetition can take long.
    if (!/[*+{]/.test(source)) return []
    try {
      const pattern = new RegExp(source, flags.replaceAll(/[gy]/g, ''))
      return [{ source: `${file}: /${source}/${flags}`, pattern, isGuarded }]
    } catch {
      return [] // The text between two divisions.
    }
  })
}

const sources = [...FOLDERS, ...PROGRAMS].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|generated\//.test(name))
    .map((name) => join(folder, name)),
)
const texts = REPEATED.flatMap((part) =>
  BEFORE.flatMap((before) => AFTER.map((after) => before + part.repeat(LENGTH / part.length) + after)),
)

/** Milliseconds of CPU time that the pattern needs for the text that takes longest. */
function longest({ pattern, isGuarded }: Omit<Literal, 'source'>): number {
  let max = 0
  for (const text of texts) {
    const sent = isGuarded ? cutSpaces(text) : text
    const began = process.cpuUsage()
    pattern.test(sent)
    const { user, system } = process.cpuUsage(began)
    max = Math.max(max, (user + system) / 1000)
    if (max > MAX_MS) break
  }
  return max
}

test('no regular expression takes cubic time', () => {
  const all = sources.flatMap(literalsOf)
  expect(all.length).toBeGreaterThan(500)
  const slow = all.filter((one) => longest(one) > MAX_MS && longest(one) > MAX_MS)
  expect(slow.map(({ source }) => source)).toEqual([])
})

test('control: a pattern that divides spaces in three ways is found', () => {
  expect(longest({ pattern: /^#{1,6}\s+(.+?)\s*#*\s*$/m, isGuarded: false })).toBeGreaterThan(MAX_MS)
})
