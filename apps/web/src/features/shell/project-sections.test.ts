import { expect, test } from 'vitest'
import { openSection, palettePages, projectSections, SECTION_NAMES } from './project-sections.ts'

const sections = projectSections('demo', true)
const openNames = (path: string) => {
  const open = openSection(path, sections)
  return open && [open.section.name, open.page.label]
}

test.each([
  ['/p/demo', ['Overview', 'Overview']],
  ['/p/demo/findings/7', ['Changes', 'Findings']],
  ['/p/demo/rules', ['Changes', 'Rules']],
  ['/p/demo/compare', ['Compare', 'Compare']],
  ['/p/demo/studies/scale-up', ['Compare', 'Studies']],
  ['/p/demo/diff', ['Compare', 'Compare']],
  ['/p/demo/saved/pg18', ['Compare', 'Saved']],
  ['/p/demo/series', ['Trends', 'Trends']],
  ['/p/demo/experiments/pgbench', ['Compare', 'Experiments']],
  ['/p/demo/specs/FS-1/edit', ['Write', 'Specs']],
  ['/p/demo/shares/new', ['Write', 'Shared links']],
  ['/p/demo/versions/RocksDB/10.6.2', ['Data', 'All data']],
  ['/p/demo/hardware/7/noise', ['Data', 'Hardware']],
  ['/p/demo/settings/tokens', ['Settings', 'Settings']],
])('%s belongs to a section and a page', (path, names) => {
  expect(openNames(path)).toEqual(names)
})

test('a page outside of the navigation opens no section', () => {
  expect(openNames('/p/demo/search')).toBeNull()
  expect(openSection('/p/demo/settings', projectSections('demo', false))).toBeNull()
})

test('every page of the navigation opens its own section, and every name is used', () => {
  for (const { name, pages } of sections) {
    for (const { href, label } of pages) expect(openNames(href)).toEqual([name, label])
  }
  expect(sections.map(({ name }) => name)).toEqual(SECTION_NAMES)
})

test('the palette lists the settings of managers only', () => {
  const labels = (manages: boolean) => palettePages('demo', projectSections('demo', manages)).map(({ label }) => label)
  expect(labels(true)).toEqual(expect.arrayContaining(['Runs', 'Rules', 'Settings: tokens']))
  expect(labels(false).filter((label) => label.startsWith('Settings'))).toEqual([])
})
