import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareWithAllowance, lowered } from './allowance.ts'
import { findComments, isDangling } from './dangling-comments.ts'
import { namesOfPaths, namesOfSchema, namesOfSource } from './find-names.ts'
import { readGlossary } from './read-glossary.ts'
import { usesWord } from './uses-word.ts'

const GLOSSARY = `# Words

## Forbidden words

| word | concept it may not name | where | replacement | allowed |
| --- | --- | --- | --- | --- |
| \`part\`, \`parts\` | a version pair | exports, files, routes | version pair | \`body-part\` |
| \`MOST\` | an upper limit | constants | MAX | |
| \`beyond the noise\` | significance | strings | significant | |

## Next

| \`other\` | a row of another table | exports | | |
`

const words = readGlossary(GLOSSARY.replace('`MOST`', '`most`'))

function keysIn(file: string, source: string): string[] {
  const names = [...namesOfPaths([file]), ...namesOfSource(file, source)]
  return words.filter((word) => names.some((name) => usesWord(name, word))).map((word) => word.forms[0] ?? '')
}

test('only the table below its heading is read', () => {
  expect(words.map((word) => word.forms)).toEqual([['part', 'parts'], ['most'], ['beyond the noise']])
  expect(words[0]).toMatchObject({ where: ['exports', 'files', 'routes'], allowed: ['body-part'] })
  expect(() => readGlossary('# Words')).toThrow('no table')
  expect(() => readGlossary(GLOSSARY.replace('constants', 'everywhere'))).toThrow('"everywhere" is none of')
})

test.each([
  ['a.ts', 'export function readPart() {}', ['part']],
  ['a.ts', 'export type PARTS_OF = 1', ['part']],
  ['a.ts', 'const part = 1', []],
  ['a.ts', 'export const department = 1', []],
  ['a.ts', 'export const bodyPart = 1', []],
  ['a.ts', 'const MOST_CELLS = 5', ['most']],
  ['a.ts', 'export const CELLS_MOST = 5', ['most']],
  ['a.ts', 'export function atMost() {}', []],
  ['src/parts/a.ts', '', ['part']],
  ['src/run-part.ts', '', ['part']],
  ['apps/web/src/app/p/[part]/page.tsx', '', ['part']],
  ['a.ts', `  path: '${'/api/v1'}/runs/{run}/parts',`, ['part']],
  ['a.tsx', '<p>2 are beyond the noise</p>', ['beyond the noise']],
  ['a.tsx', '// 2 are beyond the noise', []],
  ['a.test.tsx', '<p>2 are beyond the noise</p>', []],
])('%s: %s', (file, source, expected) => {
  expect(keysIn(file, source)).toEqual(expected)
})

test('names of models, fields, tables and columns are found in the schema', () => {
  const schema =
    'model SpecPlace {\n  keptAt DateTime @map("kept_at")\n  parts Part[]\n  /// A part.\n  @@map("spec_place")\n}'
  const texts = namesOfSchema('schema.prisma', schema).map(({ text }) => text)
  expect(texts).toEqual(['SpecPlace', 'keptAt', 'kept_at', 'parts', 'spec_place'])
})

test.each([
  ['/** What a cell says. */', true],
  ['/**\n * Whether it is so,\n * of all.\n */', true],
  ['/**\n * The cell,\n * Of all.\n */', false],
  ['// The first line.\n// Those of the second.', false],
  ['const a = 1\n// Those of the second.', true],
  ['const a = 1 /'.concat('/ Nobody knows.'), true],
  ["const url = 'http://What.example'", false],
  ['{/* Who reads it. */}', true],
  ['/** Office hours. */', false],
  ['/** So that it ends. */', false],
])('dangling or not: %j', (source, expected) => {
  expect(findComments(source).some(isDangling)).toBe(expected)
})

test('counts may fall and never rise', () => {
  const counts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(3))
  fc.assert(
    fc.property(counts, counts, (now, before) => {
      const { problems } = compareWithAllowance(now, before)
      const next = lowered(now, before)
      for (const key of ['a', 'b', 'c']) {
        expect(next[key] ?? 0).toBeLessThanOrEqual(before[key] ?? 0)
        expect(problems.some((line) => line.includes(`"${key}"`))).toBe((now[key] ?? 0) > (before[key] ?? 0))
      }
      expect(compareWithAllowance(now, next).hints).toEqual([])
    }),
  )
})
