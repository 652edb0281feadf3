import { readdirSync, readFileSync } from 'node:fs'
import { formatFigures, parseFigures, readFigures } from '@assay/testing/archive/archive-figures'
import { archiveTest } from '@assay/testing/archive/archive-test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIGURES } from './figures.ts'

const DIRECTORY = new URL('figures/', import.meta.url)

test('each table has its file, with a source and without an empty row', () => {
  const files = readdirSync(DIRECTORY).filter((name) => name.endsWith('.tsv'))
  expect(files.sort()).toEqual(FIGURES.map(({ name }) => `${name}.tsv`).sort())
  for (const { name, source } of FIGURES) {
    expect(readFileSync(new URL(`${name}.tsv`, DIRECTORY), 'utf8')).toContain(`# Published by ${source}\n`)
    expect(readFigures(name).length).toBeGreaterThan(5)
  }
})

archiveTest.each(FIGURES)('$name has the digits of the archive', ({ name, read }) => {
  expect(readFigures(name)).toEqual(read())
})

test('printed figures are parsed unchanged', () => {
  const field = fc.stringMatching(/^[^\t\n\r#]{0,9}$/)
  const rows = fc.array(fc.record({ test: field, version: field, value: field }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(rows, (all) => {
      expect(parseFigures(formatFigures('us', all))).toEqual(all)
    }),
  )
})
