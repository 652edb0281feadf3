import { createHash } from 'node:crypto'
import { play, steps } from '@assay/testing/specs/random-history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identifyBlocks } from '../anchor/align-blocks.ts'
import { appendixOf } from '../appendix/appendix.ts'
import { appendixText } from '../appendix/appendix-text.ts'
import { newSpec } from '../spec.ts'
import { SpecText } from '../spec-content.ts'
import { readSpecFile } from './read-spec-file.ts'
import { restoreRecord } from './restore-record.ts'
import type { SpecDocument } from './spec-document.ts'
import { specHtmlFile } from './spec-html.ts'
import { endOfText, specMarkdown } from './spec-markdown.ts'
import { poolLines, recordOf, type SpecRecord } from './spec-record.ts'

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
const AT = '2026-11-21T09:00:00.000Z'

type Made = { document: SpecDocument; record: SpecRecord }

function make(texts: readonly string[], spec = newSpec(NEW)): Made {
  const revisions = texts.map((text, at) => ({
    ...{
      number: at + 1,
      title: 'Sums',
      note: 'a note',
      author: 'Olga',
      madeAt: AT,
      text,
      figures: [],
      attachments: [],
      sha256: sha256Of(text),
    },
    ...{ state: 'draft' as const, baseRevision: null },
  }))
  const shown = revisions.at(-1)
  if (shown === undefined) throw new Error('a spec has a revision')
  const about = {
    name: 'FS-1',
    organization: 'Lab',
    project: 'Sums',
    createdAt: AT,
    updatedAt: AT,
    seals: [],
    chain: [],
  }
  const document: SpecDocument = {
    ...about,
    ...{ kind: 'functional', title: 'Sums', state: 'draft', authors: ['Olga'], current: shown.number, buildsOn: null },
    ...{
      imported: null,
      supersedes: [],
      figures: [],
      numbers: [],
      files: [],
      appendix: appendixOf(spec),
      appendixSha256: sha256Of(''),
      revisions,
    },
    revision: { ...shown, blocks: identifyBlocks([], shown.text, 1).blocks },
    ...{ origin: 'https://assay.test', href: null },
  }
  return { document, record: recordOf({ ...about, shown: shown.number, figures: [], files: [], spec, revisions }) }
}

const NEW = {
  ...({ kind: 'functional', number: 1, title: 'Sums', parent: null, baseRevision: null } as const),
  owner: { key: 'person:7', name: 'Olga' },
}

const line = fc.oneof(
  fc.constantFrom('', '```', '-->', '<!-- assay: record', '## Appendix: comments and responses', '---', '| a | b |'),
  fc.string({ maxLength: 12 }),
)
const text = fc.array(line, { maxLength: 12 }).map((lines) => SpecText.safeParse(lines.join('\n')).data ?? 'nothing')

test('A9: the text of a file is the text of the revision, byte for byte, with its record', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), fc.boolean(), (texts, otherSystem) => {
      const { document, record } = make(texts)
      const file = specMarkdown(document, record)
      const read = readSpecFile(otherSystem ? file.replaceAll('\n', '\r\n') : file)
      const { sha256 } = document.revision
      expect(read).toEqual({ ok: true, value: { text: texts.at(-1), sha256, record, unknown: [] } })
    }),
    { numRuns: 100 },
  )
})

test('the revisions of a file are restored unchanged', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      const restored = restoreRecord(make(texts).record, sha256Of)
      expect(restored.ok && restored.value.revisions.map((revision) => revision.text)).toEqual(texts)
    }),
    { numRuns: 100 },
  )
  expect(poolLines(['a\nb\nc', 'a\nb\nd\nc']).texts).toEqual([
    [[0, 3]],
    [
      [0, 2],
      [3, 1],
      [2, 1],
    ],
  ])
})

test('the appendix of a file is restored unchanged, with names of people and no accounts', () => {
  fc.assert(
    fc.property(steps(60), (history) => {
      const { spec } = play(history)
      const texts = Array.from({ length: spec.revision }, (_, at) => `# Revision ${at + 1}`)
      const { document, record } = make(texts, spec)
      const file = specMarkdown(document, record)
      expect(file).not.toContain('person:')
      const read = readSpecFile(file)
      const restored = read.ok && read.value.record !== null ? restoreRecord(read.value.record, sha256Of) : null
      expect(restored?.ok && appendixText(appendixOf(restored.value.spec))).toBe(appendixText(appendixOf(spec)))
    }),
    { numRuns: 20 },
  )
})

test('a truncated or edited file is detected, and other Markdown is a text', () => {
  const { document, record } = make(['# Sums\n\nOne.'])
  const file = specMarkdown(document, record)
  expect(readSpecFile(file.slice(0, file.indexOf('One')))).toMatchObject({ ok: false })
  expect(readSpecFile(file.slice(0, -20))).toMatchObject({ ok: false })
  expect(readSpecFile('{"format":1}')).toMatchObject({ ok: false })
  expect(readSpecFile('# Other\n')).toMatchObject({
    ok: true,
    value: { text: '# Other\n', sha256: null, record: null },
  })
  const edited = readSpecFile(file.replace('One.', 'Two.'))
  expect(edited.ok && sha256Of(edited.value.text) === edited.value.sha256).toBe(false)
  const forged = { ...record, lines: ['# Sums', '', 'Two.'] }
  expect(restoreRecord(forged, sha256Of)).toMatchObject({
    ok: false,
    error: 'Revision 1 of the record does not match its hash.',
  })
  expect(restoreRecord({ ...record, createdAt: 'yesterday' }, sha256Of)).toMatchObject({ ok: false })
  const bomb = {
    ...record,
    lines: ['x'.repeat(1_000_000)],
    revisions: record.revisions.map((one) => ({
      ...one,
      lines: Array.from({ length: 30 }, (): [number, number] => [0, 1]),
    })),
  }
  expect(restoreRecord(bomb, sha256Of)).toMatchObject({ ok: false })
})

test('a text that contains an end marker does not end early', () => {
  const tricky = `# Sums\n\n${endOfText(sha256Of('other'))}\n\n## Appendix: comments and responses`
  const { document, record } = make([tricky])
  const read = readSpecFile(specMarkdown(document, record))
  expect(read.ok && read.value.text).toBe(tricky)
})

test('the HTML file loads and runs nothing, whatever the text is', () => {
  const { document, record } = make([
    '![a](/p/x.png) [runs](/p/demo/runs) <script>alert(1)</script>\n\n</script><img src=x>',
  ])
  const html = specHtmlFile(document, record)
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="assay-record">'])
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(html).not.toMatch(/<(?:img|link|iframe|object|embed|base)\b/)
  expect(html.slice(0, html.indexOf('<script'))).not.toMatch(/\ssrc=/)
  expect(html).toContain('<a href="https://assay.test/p/demo/runs"')
})
