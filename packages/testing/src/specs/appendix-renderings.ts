import { hash } from 'node:crypto'
import type { DocumentFormat } from '@assay/api/pdf/document-formats'
import { exportSpec } from '@assay/api/specs/export-spec'
import type { WholeSpec } from '@assay/api/specs/read-spec-document'
import { STATE_WORDS } from '@assay/domain/specs/actions/refusal'
import { identifyBlocks } from '@assay/domain/specs/anchor/align-blocks'
import { blocksOf } from '@assay/domain/specs/anchor/blocks'
import { appendixIds, appendixOf, RESPONSE_TITLES } from '@assay/domain/specs/appendix/appendix'
import { appendixHtml } from '@assay/domain/specs/appendix/appendix-html'
import { appendixText } from '@assay/domain/specs/appendix/appendix-text'
import { personText } from '@assay/domain/specs/appendix/person-text'
import { readSpecFile } from '@assay/domain/specs/export/read-spec-file'
import type { SpecDocument } from '@assay/domain/specs/export/spec-document'
import { recordOf, specOf } from '@assay/domain/specs/export/spec-record'
import { type Feedback, feedbackName, opinionsOf, type Response, responseName } from '@assay/domain/specs/feedback'
import { type Spec, specName } from '@assay/domain/specs/spec'
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import { extractText, getDocumentProxy } from 'unpdf'

// Reads every comment and response from each rendering with independent code, and compares them with the spec.

export const RENDERINGS = ['text', 'page', 'markdown', 'html', 'pdf', 'imported'] as const
export type Rendering = (typeof RENDERINGS)[number]

/** Renderings that show the Markdown of comments as its source; the others show its markup. */
const SHOWS_SOURCE: readonly Rendering[] = ['text', 'imported']

/** Text of each comment and response by id, without spaces, because renderings wrap lines differently. */
export type Found = ReadonlyMap<string, string>

const TEXT = '# Exact sums\n\n## Goals\n\nThe same on every machine.\n'

/** An exported spec with a small text. */
export function wholeOf(spec: Spec): WholeSpec {
  const sha256 = hash('sha256', TEXT, 'hex')
  const at = '2026-11-21T09:00:00.000Z'
  const revisions = Array.from({ length: spec.revision }, (_, i) => ({
    ...{ number: i + 1, title: spec.title, note: 'a note', author: 'Olga', madeAt: at },
    ...{ state: spec.state, baseRevision: null, sha256, figures: [], attachments: [], text: TEXT },
  }))
  const about = { name: specName(spec), organization: 'Lab', project: 'Sums', createdAt: at, updatedAt: at, seals: [] }
  const document: SpecDocument = {
    ...about,
    kind: spec.kind,
    title: spec.title,
    state: STATE_WORDS[spec.state],
    authors: [spec.owner.name],
    revision: {
      ...{ number: spec.revision, text: TEXT, sha256, blocks: identifyBlocks([], TEXT, 1).blocks },
      ...{ attachments: [], author: 'Olga', madeAt: at, note: 'a note' },
    },
    ...{
      current: spec.revision,
      buildsOn: null,
      supersedes: [],
      imported: null,
      figures: [],
      numbers: [],
      files: [],
      origin: 'https://assay.test',
      revisions,
    },
    appendix: appendixOf(spec),
    appendixSha256: hash('sha256', appendixText(appendixOf(spec)), 'hex'),
    href: `https://assay.test/p/sums/specs/${about.name}?revision=${spec.revision}`,
  }
  return {
    document,
    record: recordOf({ ...about, shown: spec.revision, figures: [], files: [], spec, revisions, chain: [] }),
  }
}

/** Extracts the appendix of a rendering. */
export async function findIn(rendering: Rendering, whole: WholeSpec): Promise<Found> {
  const { appendix } = whole.document
  const exported = async (format: DocumentFormat) => exportSpec(whole, format)
  switch (rendering) {
    case 'text':
      return byId(appendixText(appendix))
    case 'page':
      return byId(wordsOf(parseFragment(appendixHtml(appendix, { revisionHref: (at) => `?revision=${at}` }))))
    case 'markdown': {
      const file = String(await exported('markdown'))
      return byId(
        appendixPart(
          blocksOf(file)
            .map(({ text }) => text)
            .join('\n'),
        ),
      )
    }
    case 'html':
      return byId(appendixPart(wordsOf(parse(String(await exported('html'))))))
    case 'pdf': {
      const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(await exported('pdf'))))
      const { text } = await extractText(pdf)
      return byId(appendixPart(text.map((page) => page.replace(FOOT, '')).join('\n')))
    }
    case 'imported': {
      const read = readSpecFile(String(await exported('markdown')))
      if (!read.ok || read.value.record === null) return new Map()
      return byId(appendixText(appendixOf(specOf(read.value.record))))
    }
  }
}

/** Footer of every page of a PDF with the page number. */
const FOOT = /\S+, revision \d+, sha256 [0-9a-f]{16}\s+\d+ \/ \d+\s*$/

/** The text from the last heading of the appendix on; no feedback can contain these lines. */
const appendixPart = (text: string): string => {
  const from = text.lastIndexOf('Appendix: comments and responses')
  const to = text.lastIndexOf('Revisions')
  return text.slice(from, to)
}

/** Splits a text at the ids. Each id begins the text of its comment. */
function byId(text: string): Found {
  const found = new Map([['', '']])
  let [id, feedback, response, before] = ['', 0, 0, '']
  for (const token of text.replace(/appendix: comments and responses/i, '').split(/\s+/)) {
    // "Duplicate of: F-2" refers to a comment and does not begin one.
    const begins = before !== 'of:'
    if (begins && token === feedbackName(feedback + 1)) [id, feedback, response] = [token, feedback + 1, 0]
    else if (begins && token === responseName(feedback, response + 1)) [id, response] = [token, response + 1]
    else found.set(id, `${found.get(id) ?? ''}${squeezed(token)}`)
    if (!found.has(id)) found.set(id, '')
    before = token
  }
  return found
}

/** Plain text has titles in capitals and quotation marks where other renderings have headings and block quotes. */
const squeezed = (text: string): string => text.replaceAll(/[\s"]+/g, '').toLowerCase()

/** The letters of a text: punctuation may be markup, and numbers may be those of a list. */
const lettersOf = (text: string): string => text.replaceAll(/\P{L}+/gu, '')

/** `isWritten`: the Markdown of a person, of which markup is not visible as characters. */
type Fact = { id: string; fact: string; isWritten: boolean }

/** Facts about each comment and response that every rendering must contain. */
export function factsOf(spec: Spec): Fact[] {
  return spec.feedback.flatMap((feedback) => {
    const { number, responses } = feedback
    const id = feedbackName(number)
    const last = responses.at(-1)
    const opinions = opinionsOf(feedback)
    const at = last === undefined ? id : responseName(number, last.number)
    return [
      ...facts(id, factsOfFeedback(feedback), textsOfFeedback(feedback)),
      ...responses.flatMap((response) =>
        facts(responseName(number, response.number), factsOfResponse(response, feedback), [
          ...[response.reason, response.workaround, response.where],
        ]),
      ),
      ...facts(
        at,
        opinions.flatMap((one) => [one.content ? 'is satisfied' : 'still disagrees', ...redaction(one.redacted)]),
        opinions.map(({ text }) => text),
      ),
    ]
  })
}

const facts = (id: string, stated: readonly string[], written: readonly string[]): Fact[] => [
  ...stated.map((fact) => ({ id, fact: squeezed(fact), isWritten: false })),
  ...written.map((fact) => ({ id, fact: squeezed(fact), isWritten: true })),
]

const factsOfFeedback = ({
  giver,
  recorder,
  at,
  revision,
  anchor,
  redacted,
  replies,
  seconds,
  suggestion,
  ...feedback
}: Feedback): string[] => [
  ...[giver.name, recorder?.name ?? '', minute(at), `on revision ${revision}`, anchor.quote],
  ...anchor.headings,
  ...redaction(redacted),
  suggestion ?? '',
  ...earlierTexts({ ...feedback, replies }).map(({ replacedAt }) => minute(replacedAt)),
  ...seconds.flatMap((one) => [personText(one.by), minute(one.at)]),
  ...replies.flatMap((one) => [
    `${personText(one.by)} ${one.reopens === null ? 'replied' : 'reopened it'} (${minute(one.at)})`,
    ...redaction(one.redacted),
  ]),
]

const textsOfFeedback = (feedback: Feedback): string[] => [
  feedback.body,
  ...feedback.replies.map(({ text }) => text),
  ...earlierTexts(feedback).map(({ text }) => text),
]

const earlierTexts = ({ earlierBodies, replies }: Pick<Feedback, 'earlierBodies' | 'replies'>) =>
  [...earlierBodies, ...replies.flatMap(({ earlier }) => earlier)].filter(({ text }) => text !== '')

const factsOfResponse = (response: Response, { responses }: Feedback): string[] => [
  ...[RESPONSE_TITLES[response.kind], personText(response.by), minute(response.at), response.movedTo ?? ''],
  response.carriedBy === null ? '' : `Done in: revision ${response.carriedBy}`,
  ...(response.draft ? [response === responses.at(-1) ? 'to be confirmed' : 'draft of the scribe'] : []),
  response.duplicateOf === null ? '' : `Duplicate of: ${feedbackName(response.duplicateOf)}`,
  !response.draft && responses.some((later) => !later.draft && later.number > response.number)
    ? 'replaced by a later response'
    : '',
  ...redaction(response.redacted),
]

const redaction = (of: Feedback['redacted']): string[] =>
  of === null
    ? []
    : [
        `Redacted by ${personText(of.by)} and ${of.requestedBy === undefined ? '' : personText(of.requestedBy)} on ${minute(of.at)}, ${of.characters} characters`,
        of.reason,
      ]

const minute = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

export type Checked = { items: number; facts: number; problems: string[] }

/** Checks that every rendering has every item with every fact, and that the texts of all are equal. */
export async function checkRenderings(
  spec: Spec,
  renderings: readonly Rendering[] = RENDERINGS,
  whole: WholeSpec = wholeOf(spec),
): Promise<Checked> {
  const ids = appendixIds(spec).sort()
  const expected = factsOf(spec)
  const problems: string[] = []
  let first: Found | null = null
  for (const rendering of renderings) {
    const found = await findIn(rendering, whole)
    const missing = ids.filter((id) => !found.has(id))
    const extra = [...found.keys()].filter((id) => id !== '' && !ids.includes(id))
    if (missing.length + extra.length > 0) problems.push(`${rendering}: lacks ${missing}, and has ${extra}`)
    const isSource = SHOWS_SOURCE.includes(rendering)
    for (const { id, fact, isWritten } of expected) {
      const [words, text] = [fact, found.get(id) ?? ''].map(isWritten && !isSource ? lettersOf : String)
      if (!text?.includes(words ?? '')) problems.push(`${rendering}: ${id} lacks "${words}" in "${text}"`)
    }
    first ??= found
    for (const [id, text] of first) {
      const [words, others] = [text, found.get(id) ?? ''].map(lettersOf)
      if (words !== others) problems.push(`${rendering}: ${id} is "${others}" and not "${words}"`)
    }
  }
  return { items: ids.length, facts: expected.length, problems }
}

/**
 * The spec with every third comment on a quote of its text, including all characters that could be taken for markup.
 */
export const withQuotes = (spec: Spec): Spec => ({
  ...spec,
  feedback: spec.feedback.map((feedback) =>
    feedback.number % 3 !== 0 || feedback.redacted !== null
      ? feedback
      : {
          ...feedback,
          suggestion: 'a <i> | *d* _e_',
          anchor: {
            ...feedback.anchor,
            kind: 'range',
            block: 'b3',
            quote: 'a <b> | *c* _d_',
            headings: ['Exact & sums', 'Goals'],
          },
        },
  ),
})

function wordsOf(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  // An annotation of a formula is its source, which pages do not show.
  if (['style', 'script', 'title', 'annotation'].includes(node.nodeName) || !('childNodes' in node)) return ''
  const inner = node.childNodes.map(wordsOf).join('')
  return ['p', 'h1', 'h2', 'h3', 'h4', 'li', 'br', 'blockquote'].includes(node.nodeName) ? `${inner}\n` : inner
}
