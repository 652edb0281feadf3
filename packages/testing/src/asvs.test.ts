import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url)
const text = readFileSync(new URL('docs/asvs.md', ROOT), 'utf8')
const rows = text
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) \| (.+) \| (met|not met|not applicable) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, id = '', , state = '', reason = '']) => ({ id, state, reason }))

/** Numbers of the requirements of level 1 and 2, by chapter and section; the standard skips those of level 3. */
const LEVEL_2: Record<string, string> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
  '17.1': '1',
  '17.2': '1 2 3 4',
  '17.3': '1 2',
}

test('every requirement of level 1 and 2 has one row', () => {
  const expected = Object.entries(LEVEL_2).flatMap(([section, numbers]) =>
    numbers.split(' ').map((number) => `${section}.${number}`),
  )
  expect(expected).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(expected)
})

test('every row that is met names tests that exist, and the counts above the table are right', () => {
  for (const { id, state, reason } of rows) {
    const files = [...reason.matchAll(/`([^`]+\.(?:test|e2e)\.ts)`/g)].map(([, file = '']) => file)
    if (state === 'met') expect(files.length, id).toBeGreaterThan(0)
    for (const file of files) expect(existsSync(new URL(file, ROOT)), `${id}: ${file}`).toBe(true)
  }
  const count = (state: string) => rows.filter((row) => row.state === state).length
  expect(text.replaceAll('\n', ' ')).toContain(
    `${count('met')} of ${rows.length} are met, ${count('not met')} are not met, and ${count('not applicable')} are not applicable.`,
  )
})
