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

test('a comment on a cell of a figure names the cell', () => {
  const quote = '/compare?x=1 caption: Reads of 18.0'
  expect(shownQuote({ kind: 'figure', quote, part: 'range, 18.0: 0.94' })).toBe('Reads of 18.0: range, 18.0: 0.94')
})
