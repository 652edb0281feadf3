import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Facet } from './facet.tsx'

const HOSTILE = `"><script>alert('x')</script>&`

const draw = (values: readonly string[], chosen: readonly string[] = []) =>
  renderToStaticMarkup(
    <Facet
      dimension={{ name: 'version', values: values.map((value) => ({ value, count: 1234 })) }}
      chosen={chosen}
      field="version"
      listed
    />,
  )

test('values cannot become markup', () => {
  const drawn = draw([HOSTILE], [HOSTILE])
  expect(drawn).not.toContain('<script')
  expect(drawn).toContain('&lt;script&gt;')
})

test('a value is a checkbox with its count, checked when it is selected', () => {
  const drawn = draw(['12.22', '18.0'], ['18.0'])
  expect(drawn).toContain('<input type="checkbox" name="version" value="12.22"/><span')
  expect(drawn).toContain('<input type="checkbox" name="version" checked="" value="18.0"/>')
  expect(drawn).toContain('1,234')
})

test('a selected value without results under the other filters can still be deselected', () => {
  expect(draw(['18.0'], ['9.6'])).toContain('checked="" value="9.6"')
})

test('only a long list can be searched', () => {
  const many = Array.from({ length: 10 }, (_, index) => `${index}.0`)
  expect(draw(many.slice(1))).not.toContain('type="search"')
  expect(draw(many)).toContain('type="search"')
})
