import { expect, test } from 'vitest'
import { identifyBlocks } from '../anchor/align-blocks.ts'
import { appendixOf } from '../appendix/appendix.ts'
import { appendixText } from '../appendix/appendix-text.ts'
import { sha256Hex } from '../seal/sha256-hex.ts'
import { newSpec, type Spec, WHOLE } from '../spec.ts'
import { checkRendering } from './check-rendering.ts'
import { specMarkdown } from './spec-markdown.ts'
import { RENDERING, recordOf } from './spec-record.ts'

const AT = '2026-11-21T09:00:00.000Z'
const olga = { key: 'person:7', name: 'Olga' }
const vic = { key: 'guest:8', name: 'Vic' }

/** A spec with a comment, its thread and its response, whose Markdown has escaped and bracketed characters. */
const reviewed: Spec = {
  ...newSpec({
    ...{ kind: 'functional', number: 1, title: 'Sums [2]', parent: null, baseRevision: null },
    owner: olga,
  }),
  feedback: [
    {
      ...{ number: 1, giver: vic, recorder: null, source: 'web', body: '1. Too *slow*?', anchor: WHOLE, revision: 1 },
      ...{ round: null, at: AT, movedFrom: null, suggestion: null, redactionRequests: [], redacted: null },
      replies: [{ number: 1, by: olga, text: 'By how much?', at: AT, reopens: null, earlier: [], redacted: null }],
      seconds: [{ by: olga, at: AT }],
      earlierBodies: [{ text: 'Slow?', replacedAt: AT }],
      responses: [
        {
          ...{ number: 1, kind: 'no-thank-you', reason: 'It is | fast.', workaround: '', where: '', by: olga, at: AT },
          ...{ draft: false, carriedBy: null, duplicateOf: null, movedTo: null, redacted: null },
        },
      ],
      verdict: { content: false, text: 'Still slow.', at: AT, response: 1, redacted: null },
      earlierVerdicts: [],
    },
  ],
}

function exported() {
  const text = '# Sums\n\nThey are fast.'
  const revision = {
    ...{ number: 1, title: 'Sums [2]', note: 'first', author: 'Olga', madeAt: AT, text, sha256: sha256Hex(text) },
    ...{ state: 'draft' as const, baseRevision: null, figures: [], attachments: [] },
  }
  const about = { name: 'FS-1', organization: 'Lab', project: 'Sums', createdAt: AT, updatedAt: AT, seals: [] }
  const record = recordOf({
    ...{ ...about, shown: 1, figures: [], files: [], chain: [], spec: reviewed, revisions: [revision] },
  })
  const appendix = appendixOf(reviewed)
  const markdown = specMarkdown(
    {
      ...{ ...about, kind: 'functional', title: 'Sums [2]', state: 'draft', authors: ['Olga'], current: 1 },
      ...{ buildsOn: 'FS-3 A \\ B_c, revision 4', imported: null, supersedes: ['FS-2'], figures: [], numbers: [] },
      ...{ files: [], appendix, appendixSha256: sha256Hex(appendixText(appendix)), revisions: [revision] },
      revision: { ...revision, blocks: identifyBlocks([], text, 1).blocks },
      ...{ origin: 'https://assay.test', href: 'https://assay.test/p/sums/specs/FS-1?revision=1' },
    },
    record,
  )
  return { markdown, record }
}

test('a file is rendered from its record again, line by line', () => {
  const { markdown, record } = exported()
  expect(checkRendering(markdown, record).problems).toEqual([])
  expect(checkRendering(markdown.replace('It is | fast', 'It is slow'), record).problems).toMatchObject([
    { message: expect.stringContaining('text of the record is missing: "> It is | fast.') },
    { message: expect.stringContaining('the record does not have this text: "> It is slow.') },
  ])
})

test('a letter that looks like another one is named by its code point', () => {
  const { markdown, record } = exported()
  expect(checkRendering(markdown.replace('It is | fast', 'It is | f\u0430st'), record).problems).toMatchObject([
    {},
    { message: expect.stringContaining('(character 12 is U+0430 instead of U+0061)') },
  ])
  expect(checkRendering(markdown.replace('Too *slow*?', 'Too *sl\u200bow*?'), record).problems).toMatchObject([
    {},
    { message: expect.stringContaining('is U+200B instead of U+006F)') },
  ])
})

test('a file of another rendering is not compared, and says so', () => {
  const { markdown, record } = exported()
  const { problems, notes } = checkRendering(`${markdown}\nMore.`, { ...record, rendering: undefined })
  expect(problems).toEqual([])
  expect(notes[0]).toContain('another version of Assay')
})

test('the rendering is that of its number: raise RENDERING in spec-record.ts when this hash changes', () => {
  expect([RENDERING, sha256Hex(exported().markdown)]).toEqual([
    2,
    '0da34dac84ae7138529ab69159cedb4b78a43a799d54cb1e071ddba134ca4ebf',
  ])
})
