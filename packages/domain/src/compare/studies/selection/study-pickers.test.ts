import { expect, test } from 'vitest'
import { fromQuery, toQuery } from '../../comparison-url.ts'
import type { Varying } from '../../study.ts'
import { type PickedStudy, workloadValue } from './study-choice.ts'
import { studyChoices } from './study-choices.ts'
import type { StudyEnvironment } from './study-environment.ts'
import { findChoice, narrowStudy, pickedValues, studyPickers } from './study-pickers.ts'

type Given = Pick<StudyEnvironment, 'product' | 'hardware' | 'results'> & Partial<StudyEnvironment>

/** An Insert Benchmark of two versions, unless the changes say otherwise. */
function environment(changes: Given): StudyEnvironment {
  const { product, hardware, benchmark = 'Insert Benchmark', workload = 'cached' } = changes
  const among = { product: [product], version: ['8.0', '9.5'], compiler: [], config: ['a'], hardware: [hardware] }
  const varying: Varying = {
    dimension: 'version',
    ...{ benchmark, workload, among, values: among.version, common: among.version, runs: 2 },
  }
  return {
    ...{ benchmark, workload, varying: [varying], metrics: ['inserts/s', 'cpu/o'], comparedClients: ['1'] },
    values: { version: among.version, compiler: [], config: ['a'], test: ['l.i0'], clients: ['1'], repeat: ['1'] },
    ...changes,
  }
}

const environments = [
  environment({ product: 'MySQL', hardware: 'pn53', results: 90 }),
  environment({ product: 'MySQL', hardware: 'hetz', results: 20, workload: 'io-bound' }),
  environment({ product: 'PostgreSQL', hardware: 'dell32', results: 60 }),
]
const choicesOf = (kind: PickedStudy, all = environments) =>
  studyChoices(kind, { environments: all, varying: all.flatMap(({ varying }) => varying), profiled: null })
const steps = choicesOf('steps')

test('without a selection the study is about the product, machine and workload with most results', () => {
  const query = decodeURIComponent(toQuery(findChoice(steps, {})?.study.comparison ?? fromQuery('').comparison))
  expect(query).toBe(
    'rows=version&columns=workload,test&base=first-row&product=MySQL&hardware=pn53&benchmark=Insert Benchmark&workload=cached',
  )
})

test('each picker lists what has results under the values before it', () => {
  const pickers = studyPickers(steps, { product: 'MySQL', hardware: 'hetz' })
  expect(
    pickers.map(({ label, value, options }) => [label, value, options.map((one) => `${one.label} ${one.results}`)]),
  ).toEqual([
    ['Product', 'MySQL', ['MySQL 110', 'PostgreSQL 60']],
    ['Machine', 'hetz', ['hetz 20', 'pn53 90']],
    ['Workload', '', ['io-bound 20']],
  ])
})

test('a comparison of several machines selects none of them', () => {
  const { comparison } = fromQuery('product=MySQL&hardware=hetz,pn53&benchmark=Insert Benchmark&workload=cached')
  const picked = pickedValues(comparison)
  expect(picked).toEqual({ product: 'MySQL', workload: 'Insert Benchmark,cached' })
  expect(studyPickers(steps, picked)[1]).toMatchObject({ value: '', options: [{ value: 'hetz' }, { value: 'pn53' }] })
})

test('a product that did not run on the selected machine selects one where it did', () => {
  const choice = findChoice(steps, { product: 'PostgreSQL', hardware: 'pn53' })
  expect(choice?.values).toMatchObject({ product: 'PostgreSQL', hardware: 'dell32' })
})

test('every option of every picker leads to the study that it names', () => {
  for (const { values } of steps) {
    for (const { name, options } of studyPickers(steps, values)) {
      for (const { value } of options) expect(findChoice(steps, { ...values, [name]: value })?.values[name]).toBe(value)
    }
  }
})

test('the values of a choice are read from the address of its study', () => {
  for (const { values, study } of steps)
    expect(pickedValues(fromQuery(toQuery(study.comparison)).comparison)).toEqual(values)
})

test('a scale-up is of the newest version, which has a picker', () => {
  const clients: Varying = {
    dimension: 'clients',
    ...{ benchmark: 'db_bench', workload: 'byrx', values: ['1', '40'], common: ['1', '40'], runs: 4 },
    among: { product: ['RocksDB'], version: ['9.0', '10.8'], compiler: [], config: [], hardware: ['arm'] },
  }
  const own = environment({
    ...{ product: 'RocksDB', hardware: 'arm', results: 8, benchmark: 'db_bench', workload: 'byrx', varying: [clients] },
    values: {
      version: ['9.0', '10.8'],
      compiler: [],
      config: [],
      test: ['reads'],
      clients: ['1', '40'],
      repeat: ['1'],
    },
  })
  const choices = choicesOf('scale-up', [own])
  expect(findChoice(choices, {})?.study.comparison).toMatchObject({
    filters: { version: ['10.8'] },
    base: { values: { clients: '1' } },
  })
  expect(
    studyPickers(choices, {})
      .at(-1)
      ?.options.map(({ value }) => value),
  ).toEqual(['10.8', '9.0'])
})

test('efficiency needs a cost per operation', () => {
  const bare = environment({ product: 'MySQL', hardware: 'pn53', results: 90, metrics: ['inserts/s'] })
  expect(choicesOf('efficiency', [bare])).toEqual([])
  expect(choicesOf('efficiency')).toHaveLength(3)
})

test('a suggested study is narrowed to one machine among its own', () => {
  const [first] = steps
  if (first === undefined) throw new Error('The results allow a study.')
  const { comparison } = fromQuery('rows=version&columns=workload,test&hardware=hetz,dell32&product=MySQL')
  const narrowed = narrowStudy({ ...first.study, title: 'Steps of MySQL', comparison }, steps)
  expect(narrowed).toMatchObject({ title: 'Steps of MySQL', comparison: { filters: { hardware: ['hetz'] } } })
  expect(workloadValue({ benchmark: 'a,b', workload: 'c' })).toBe('a\\,b,c')
})
