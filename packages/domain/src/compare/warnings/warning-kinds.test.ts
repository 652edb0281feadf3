import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ARCHIVE_AVERAGE } from '../cells/measure.ts'
import { warningKinds } from './warning-kinds.ts'

const warning = (code: string) => ({ code, text: 'words' })

test('warnings are counted by kind, in the order of the first of each kind', () => {
  const codes = ['fact-differs', 'incomplete-rows', 'fact-differs', 'never-heard-of', 'base-missing']
  expect(warningKinds(codes.map(warning))).toEqual([
    '2 facts that differ',
    '1 table with rows that not every column has',
    '1 base without results',
    '1 other',
  ])
  expect(warningKinds([])).toEqual([])
})

test('every kind of warning has a noun', () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((file) => /^(?:warnings|hidden-differences|differing-facts)\.ts$/.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  const codes = [ARCHIVE_AVERAGE, ...[...sources.join('\n').matchAll(/code: '([\w-]+)'/g)].map(([, code = '']) => code)]
  expect(codes.length).toBeGreaterThan(7)
  for (const code of codes) expect(warningKinds([warning(code)]), code).not.toEqual(['1 other'])
})
