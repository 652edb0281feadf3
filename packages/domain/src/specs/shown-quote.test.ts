import { expect, test } from 'vitest'
import { shownQuote } from './shown-quote.ts'

const figure = (...lines: string[]) => shownQuote({ kind: 'figure', quote: lines.join(' ') })

test('a comment on a figure quotes its caption, whichever line of the block it marks', () => {
  expect(figure('/p/demo/saved/sort', 'name: sort', 'caption: Rows: in a second')).toBe('Rows: in a second')
  expect(figure('/p/demo/saved/sort', 'caption: Rows in a second', 'show: table, chart')).toBe('Rows in a second')
})

test('a figure without a caption is quoted by its name, or else by its URL', () => {
  expect(figure('/p/demo/saved/sort', 'name: sort', 'show: chart')).toBe('The figure “sort”')
  expect(figure('/p/demo/saved/sort', 'show: chart')).toBe('The figure of /p/demo/saved/sort')
})

test('other feedback quotes the marked text', () => {
  expect(shownQuote({ kind: 'range', quote: 'a caption: of words' })).toBe('a caption: of words')
  expect(shownQuote({ kind: 'whole', quote: '' })).toBe('')
})
