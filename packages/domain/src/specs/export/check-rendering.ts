import { diffArrays } from 'diff'
import type { SharedFigure } from '../../publish/share/shared-content.ts'
import { identifyBlocks } from '../anchor/align-blocks.ts'
import { appendixOf } from '../appendix/appendix.ts'
import { appendixText } from '../appendix/appendix-text.ts'
import { figuresInText } from '../evidence/text-figures.ts'
import { sha256Hex } from '../seal/sha256-hex.ts'
import type { SealProblem } from '../seal/withheld-values.ts'
import { SPEC_STATES } from '../spec.ts'
import { stateLine } from '../state-line.ts'
import { figureText, NOT_FROZEN } from './figure-text.ts'
import { withPlainLineBreaks } from './read-spec-file.ts'
import type { SpecDocument, SpecFigure } from './spec-document.ts'
import { RECORD_BEGINS, specMarkdown } from './spec-markdown.ts'
import { RENDERING, type SpecRecord, specOf, textsOf } from './spec-record.ts'

/** Maximum differences that are listed one by one. */
const MAX_PROBLEMS = 20
/** Maximum lines that are compared one by one; a file that differs in more is another file. */
const MAX_EDITS = 2_000

type Checked = {
  problems: SealProblem[]
  notes: string[]
  /** True for a file of another version, whose readable part cannot be compared. */
  isRecordOnly: boolean
}

/**
 * Renders the Markdown of a record again and compares it with the file, so that the text, figures and appendix that
 * people read are those of the record. Facts of the title block that the record lacks are taken from the file, and are
 * named in a note.
 */
export function checkRendering(file: string, record: SpecRecord): Checked {
  const found = withPlainLineBreaks(file)
  const about = 'The seal does not cover the names of organization and project'
  if (found.startsWith('{'))
    return { problems: [], notes: [`${about}, and the time of the export.`], isRecordOnly: false }
  if (record.rendering !== RENDERING) {
    const note = 'The readable part was written by another version of Assay, so only the record was verified.'
    return {
      problems: [],
      notes: [`${note} Export the spec again, or read the record.`, `${about}.`],
      isRecordOnly: true,
    }
  }
  const facts = factsIn(found)
  const outside = [...FROM_FILE.filter((label) => facts.has(label)), 'As of']
  const expected = specMarkdown(documentOf(record, facts, found), record)
  const notes = [`${about}, and these lines above the text: ${outside.join(', ')}.`]
  // The file of a public link lists all revisions, but its record has only the one that it shows.
  const isPartial = record.reviewers === undefined
  const linesOf = (text: string) => withoutRecord(text).filter((line) => !isPartial || !REVISION_LINE.test(line))
  return {
    problems: lineProblems(linesOf(expected), linesOf(found)),
    isRecordOnly: false,
    notes: isPartial ? [...notes, 'The list of revisions is not verified in a file of a public link.'] : notes,
  }
}

const REVISION_LINE = /^- Revision \d+, .*: /

/** Facts of the title block about other specs and about the server. */
const FROM_FILE = ['Supersedes', 'Builds on', 'Imported', 'From'] as const

/** The lines of the title block that are lists of a label and a value. */
function factsIn(file: string): Map<string, string> {
  const head = file.slice(0, file.indexOf('<!-- assay: the text'))
  return new Map(
    Array.from(head.matchAll(/^- \*\*([A-Za-z ]+):\*\* (.*)$/gm), ([, label = '', value = '']) => [
      label,
      // The values were escaped for Markdown.
      value.replaceAll(/\\([^A-Za-z0-9\s])/g, '$1'),
    ]),
  )
}

function documentOf(record: SpecRecord, facts: ReadonlyMap<string, string>, file: string): SpecDocument {
  const { name, kind, organization, project, owner, coAuthors, createdAt, updatedAt, seals } = record
  const revisions = textsOf(record)
  const spec = specOf(record)
  const shown = revisions.find(({ number }) => number === record.shown) ?? revisions.at(-1)
  const appendix = appendixOf(spec)
  const href = facts.get('From') ?? null
  const origin = /^https?:\/\/[^/]+/.exec(href ?? '')?.[0] ?? originIn(file)
  const revision = { ...EMPTY, ...shown }
  const states = SPEC_STATES.map((state) => stateLine(spec, state))
  const state = spec.state === 'in-review' ? states.find((line) => line === facts.get('State')) : undefined
  return {
    ...{ name, kind, organization, project, createdAt, updatedAt, seals, origin, href, revisions, appendix, revision },
    title: revision.title,
    state: state ?? stateLine(spec, spec.state),
    authors: [owner, ...coAuthors],
    current: spec.revision,
    buildsOn: facts.get('Builds on') ?? null,
    supersedes: facts.get('Supersedes')?.split(', ') ?? [],
    imported: facts.get('Imported') ?? null,
    figures: figuresOf(record, revision, origin),
    ...{ numbers: [], files: [] },
    appendixSha256: sha256Hex(appendixText(appendix)),
  }
}

const EMPTY = {
  ...{ number: 0, title: '', text: '', sha256: '', blocks: [], attachments: [], author: '', madeAt: '', note: '' },
  figures: [],
}

/** The first address of a server in the figures of a file that does not say where it is from. */
const originIn = (file: string): string =>
  /\]\(<?(https?:\/\/[^/)>\s]+)\//.exec(file.slice(file.lastIndexOf('\n## Figures\n')))?.[1] ?? ''

function figuresOf(
  { figures }: SpecRecord,
  { text, figures: hashes }: { text: string; figures: readonly (string | null)[] },
  origin: string,
): SpecFigure[] {
  return figuresInText(text, identifyBlocks([], text, 1).blocks).map(({ block, figure, number }, at): SpecFigure => {
    const frozen = figures.find(({ sha256 }) => sha256 === hashes[at])
    const nothing = { ...{ block, ...NOT_FROZEN, html: '' }, sha256: null, content: null }
    if (figure === null || frozen === undefined || sha256Hex(frozen.content) !== frozen.sha256) return nothing
    // The hash proves that the content is what the freezing function wrote.
    const content = JSON.parse(frozen.content) as SharedFigure
    return { ...nothing, ...frozen, ...figureText(figure, content, { number, origin }) }
  })
}

/** The file without its record; what follows the record stays. */
function withoutRecord(file: string): string[] {
  const from = file.lastIndexOf(`\n${RECORD_BEGINS}\n`)
  const to = file.indexOf('\n-->', from)
  return `${file.slice(0, from)}${file.slice(to)}`.split('\n')
}

function lineProblems(expected: readonly string[], found: readonly string[]): SealProblem[] {
  const changes = diffArrays([...expected], [...found], { maxEditLength: MAX_EDITS })
  if (changes === undefined) return [{ link: null, path: null, message: 'The whole file differs from its record.' }]
  const problems: SealProblem[] = []
  let line = 1
  for (const [n, { added, removed, count = 0, value }] of changes.entries()) {
    const words = value.find((one) => one.trim() !== '')
    const quote = words === undefined ? '' : `: "${words.slice(0, 80)}"`
    const before = changes[n - 1]
    const hidden = before?.removed === true ? unequalCharacter(before.value[0] ?? '', value[0] ?? '') : ''
    if (added) problems.push(at(line, `the record does not have this text${quote}${hidden}`))
    else if (removed) problems.push(at(line, `text of the record is missing${quote}`))
    if (!removed) line += count
  }
  if (problems.length <= MAX_PROBLEMS) return problems
  const more = problems.length - MAX_PROBLEMS
  return [...problems.slice(0, MAX_PROBLEMS), { link: null, path: null, message: `${more} more lines differ.` }]
}

/** The first character that differs, when a reader could not see it: look-alikes, spaces and invisible characters. */
function unequalCharacter(expected: string, found: string): string {
  const [mine, theirs] = [[...expected], [...found]]
  const position = theirs.findIndex((character, n) => character !== mine[n])
  const codes = [theirs[position], mine[position]].map((one) => (one === undefined ? 'nothing' : codePoint(one)))
  const isVisible = [theirs[position], mine[position]].every((one) => one === undefined || /^[!-~]$/.test(one))
  return position < 0 || isVisible ? '' : ` (character ${position + 1} is ${codes[0]} instead of ${codes[1]})`
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const at = (line: number, message: string): SealProblem => ({
  ...{ link: null, path: null },
  message: `Line ${line} of the file: ${message}`,
})
