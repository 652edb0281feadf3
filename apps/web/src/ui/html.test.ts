import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from './html.ts'

test('texts are escaped, markup is not', () => {
  const name = html`<b>${'a < b'}</b>`
  expect(String(html`<p title="${'"quoted"'}">${name} & ${1}</p>`)).toBe(
    '<p title="&quot;quoted&quot;"><b>a &lt; b</b> & 1</p>',
  )
})

test('lists are joined, and null renders as nothing', () => {
  expect(String(html`${[html`<i></i>`, 'x', ['<', false]]}${null}${undefined}`)).toBe('<i></i>x&lt;')
})

test('line breaks and indentation of the source are left out', () => {
  expect(
    String(html`
      <ul>
        <li>${' a\n  b '}</li>
      </ul>
    `),
  ).toBe('<ul><li> a\n  b </li></ul>')
})

test('no text opens a tag or leaves an attribute', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(String(html`${text}`)).not.toMatch(/[<>"']/)
    }),
  )
})
