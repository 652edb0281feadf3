import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseTinybench, tinybench } from '@assay/testing/benchmarks/tinybench/tinybench-format'
import { labPlain } from '@assay/testing/import/lab-profiles'
import { sourceFile } from '@assay/testing/import/source-file'
import { expect, test } from 'vitest'
import { buildRun } from '../import/build-run.ts'
import { startImport } from '../import/import-context.ts'

// Checks docs/adding-a-format.md: its example compiles and runs, and every benchmark folder has the documented layout.

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

const OUTPUT = `tinybench 2.1
test insert, 8 threads: 120000 operations in 10.0 s, 12000 per second, p99 3.2 ms
`

test('the example in the document is the code that this test runs', () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(read('docs/adding-a-format.md')) ?? []
  const source = read('packages/testing/src/benchmarks/tinybench/tinybench-format.ts')
  expect(example.replaceAll(/'\.\.\/\.\.\/([\w/-]+)\.ts'/g, "'@assay/domain/$1'")).toBe(source)
})

test('the output of the example is imported as a run with the product and version of its folder', () => {
  const context = startImport({ profile: labPlain, overrides: { hardware: 'box' }, recorded: null })
  const file = sourceFile(context, 'postgresql-18.4/v2/insert.txt', OUTPUT)
  const [format] = tinybench.formats
  expect(format?.recognize(file.name, file.text)).toBe(true)
  format?.read(context, file)
  const [draft] = context.runs.all()
  const built = draft === undefined ? null : buildRun(draft, context)
  expect(built?.problems).toEqual([])
  expect(built?.document).toMatchObject({
    product: 'PostgreSQL',
    version: '18.4',
    benchmark: { name: 'tinybench' },
    metricNames: ['ops/s', 'latency_ms_p99', 'elapsed_s'],
    results: [{ test: 'insert', clients: 8, values: [12_000, 3.2, 10] }],
  })
})

test.each([
  ['a rate that is not operations by time', OUTPUT.replace('12000 per', '13000 per'), 2],
  ['a report that is cut', OUTPUT.slice(0, 60), undefined],
])('the parser of the example refuses %s', (_what, text, line) => {
  const { value, problems } = parseTinybench(text, 'insert.txt')
  expect(value).toBeNull()
  expect(problems).toMatchObject([{ file: 'insert.txt', refusesRun: true }])
  expect(problems[0]?.line).toBe(line)
})

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test.each(folders)('%s has a format that the registry lists, and a README', (name) => {
  expect(existsSync(new URL(`./${name}/${name}-format.ts`, import.meta.url))).toBe(true)
  expect(existsSync(new URL(`./${name}/README.md`, import.meta.url))).toBe(true)
  expect(read('packages/domain/src/benchmarks/registry.ts')).toContain(`'./${name}/${name}-format.ts'`)
})
