import { expect, test } from 'vitest'
import { markFigures, splitAtFigures } from './split-at-figures.ts'

test('figures replace their blocks', () => {
  const marked = markFigures([
    { kind: 'markdown', text: 'One.' },
    { kind: 'figure' },
    { kind: 'markdown', text: 'Two.\ue0000\ue000' },
    { kind: 'figure' },
  ])
  expect(marked).toBe('One.\n\n\ue0000\ue000\n\nTwo.0\n\n\ue0001\ue000')
  const html = '<p>One.</p>\n<p>\ue0000\ue000</p>\n<p>Two.0</p>\n<p>\ue0001\ue000</p>'
  expect(splitAtFigures(html, 2)).toEqual([
    { kind: 'html', html: '<p>One.</p>\n' },
    { kind: 'figure', index: 0 },
    { kind: 'html', html: '\n<p>Two.0</p>\n' },
    { kind: 'figure', index: 1 },
  ])
})

test('a figure whose mark is lost is shown at the end, and a mark without a figure is ignored', () => {
  expect(splitAtFigures('<p>One.</p><p>\ue0007\ue000</p>', 1)).toEqual([
    { kind: 'html', html: '<p>One.</p>' },
    { kind: 'figure', index: 0 },
  ])
})
