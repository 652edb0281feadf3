import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { NO_TLDR } from '@assay/domain/compare/tldr/tldr'
import { figureElements } from '@assay/domain/publish/share/figure-elements'
import { figureWarnings, withoutWarnings } from '@assay/domain/publish/share/figure-warnings'
import type { SharedFigure } from '@assay/domain/publish/share/shared-content'
import { expect, test } from 'vitest'
import { elementsHtml } from './elements-html.ts'

const warnings = [
  { code: 'fact-differs', text: 'The kernel differs.' },
  { code: 'hidden-dimension', text: 'The config differs.' },
]

const study = {
  format: 2,
  page: {
    title: 'T',
    summary: 'S',
    comparison: DEFAULT_COMPARISON,
    warnings,
    tldr: NO_TLDR,
    parts: [{ kind: 'text', text: 'Part.' }],
  },
} as unknown as SharedFigure // The tested function reads only these fields.

test('a file contains its warnings; a page shows them separately', () => {
  const file = elementsHtml(figureElements(study))
  for (const { text } of warnings) expect(file).toContain(text)
  expect(figureWarnings(study)).toEqual(warnings)
  const page = elementsHtml(figureElements(withoutWarnings(study)))
  expect(page).toContain('Part.')
  for (const { text } of warnings) expect(page).not.toContain(text)
})
