import { expect, test } from 'vitest'
import { splitSections } from './split-sections.ts'

test('a section has the text below its heading without marks', () => {
  expect(
    splitSections(
      '# A *b*\n\nsee [c](d.md)\n\n```sh\n# no heading\n```\n\n## E `f`\n\n| g | h |\n|---|---|\n| 1 | 2 |',
    ),
  ).toEqual([
    { id: '', heading: '', text: '' },
    { id: 'a-b', heading: 'A b', text: 'see c\n\nsh\n# no heading' },
    { id: 'e-f', heading: 'E f', text: 'g h \n\n 1 2' },
  ])
})
