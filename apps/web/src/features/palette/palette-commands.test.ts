import { expect, test } from 'vitest'
import { actionsFor, docsFor, pagesFor, pairCommands } from './palette-commands.ts'

const PAIRS = [
  {
    product: 'PostgreSQL',
    versions: ['18.0', '17.6'],
    environments: [{ hardware: 'dell32', benchmark: 'sysbench', workload: 'cached', has: [0, 1] }],
  },
]

test('two versions become a comparison, the one after vs as base', () => {
  expect(pairCommands('demo', PAIRS, '18.0 vs 17.6 dell32')).toEqual([
    {
      href: '/p/demo/compare/pair?base=PostgreSQL%2C17.6&with=18.0&on=dell32',
      label: 'Compare PostgreSQL 18.0 vs 17.6 on dell32',
    },
  ])
  expect(pairCommands('demo', PAIRS, 'dell32')).toEqual([])
})

test.each([
  ['new report', 'Create a report'],
  ['import', 'Import results'],
  ['compare', 'Compare the two newest releases'],
  ['spec', 'Create a spec'],
])('the text "%s" finds an action', (text, label) => {
  expect(actionsFor('demo', text)[0]?.label).toBe(label)
})

test('an empty text and a name of data find no action', () => {
  expect(actionsFor('demo', ' ')).toEqual([])
  expect(actionsFor('demo', 'dell32')).toEqual([])
})

test('the help lists every page and every document, and words filter both', () => {
  const pages = [
    { href: '/p/demo/runs', label: 'Runs' },
    { href: '/p/demo/builds', label: 'Builds' },
  ]
  expect(pagesFor(pages, '?')).toEqual(pages)
  expect(pagesFor(pages, 'run')).toEqual(pages.slice(0, 1))
  expect(docsFor('?').map(({ href }) => href)).toEqual(expect.arrayContaining(['/docs', '/docs/tutorial', '/docs/api']))
  expect(docsFor('verdict')).toEqual([{ href: '/docs/verdicts', label: 'Verdicts' }])
  expect(docsFor('')).toEqual([])
})
