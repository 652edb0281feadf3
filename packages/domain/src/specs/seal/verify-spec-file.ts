import { canonicalJson } from '../../json/canonical-json.ts'
import { err, ok, type Result } from '../../result.ts'
import { checkRendering } from '../export/check-rendering.ts'
import { readSpecFile } from '../export/read-spec-file.ts'
import { restoreRecord } from '../export/restore-record.ts'
import { type SpecRecord, sealedContentOf } from '../export/spec-record.ts'
import { specName } from '../spec.ts'
import { attachmentProblems } from './attachment-problems.ts'
import { isSeal } from './seal-chain.ts'
import { sealedValues } from './sealed-values.ts'
import { sha256Hex } from './sha256-hex.ts'
import { type SealReport, verifySeal } from './verify-seal.ts'
import type { SealProblem } from './withheld-values.ts'

export type VerifiedFile = SealReport & {
  name: string
  title: string
  project: string
  organization: string
  /** Sentences about parts of the file that its seal does not cover. */
  notes: string[]
  /** True when the readable part was written by another version of Assay, so that only the record was verified. */
  isRecordOnly: boolean
}

/**
 * Verifies an exported file without a server: its record against the seal, and its readable text, figures and appendix
 * against the record.
 *
 * @param file Markdown or JSON of an export
 * @param now links after this time are problems
 * @returns an error for a file that is not an export with its record, or that was cut off
 */
export function verifySpecFile(file: string, { now }: { now?: Date } = {}): Result<VerifiedFile, string> {
  const read = readSpecFile(file)
  if (!read.ok) return read
  const { record, unknown, text } = read.value
  if (record === null) {
    return err('The file has no record to verify. Use the Markdown or JSON file of a spec as it was exported.')
  }
  const problem = (path: string | null, message: string): SealProblem => ({ link: null, path, message })
  const restored = restoreRecord(record, sha256Hex)
  const report = verifyRecord(record, now)
  const rendering = report.seal === null || !restored.ok ? UNCHECKED : checkRendering(file, record)
  const problems = [
    ...unknown.map((path) => problem(path, 'It is not part of a record.')),
    ...(restored.ok ? [] : [problem(null, restored.error)]),
    ...(isShownText(record, text) ? [] : [problem('/text', `It is not the text of revision ${record.shown}.`)]),
    ...headProblems(record),
    ...figureProblems(record),
    ...attachmentProblems(record),
    ...rendering.problems,
    ...report.problems,
  ]
  const { name, title, project, organization } = record
  const { notes, isRecordOnly } = rendering
  return ok({ ...report, problems, notes, isRecordOnly, name, title, project, organization })
}

const UNCHECKED = { problems: [], notes: [], isRecordOnly: false }

const isShownText = ({ revisions, shown }: SpecRecord, text: string): boolean =>
  revisions.find(({ number }) => number === shown)?.sha256 === sha256Hex(text)

/** Verifies that a record has exactly the values of its chain. */
export const verifyRecord = (record: SpecRecord, now?: Date): SealReport =>
  verifySeal(record.chain, sealedValues(sealedContentOf(record)), { isPartial: record.reviewers === undefined, now })

/** Checks values at the head of a record that repeat sealed ones. */
function headProblems({ name, kind, number, state, rounds, seals, chain }: SpecRecord): SealProblem[] {
  const problem = (path: string | null, message: string): SealProblem => ({ link: null, path, message })
  const isEnded = state === 'resolved' || state === 'superseded'
  const resolved = rounds.filter(({ end }) => end === 'resolved').map(({ number }) => number)
  return [
    ...(name === specName({ kind, number }) ? [] : [problem('/name', 'It is not the name of this kind and number.')]),
    ...(isEnded && !chain.some(isSeal) ? [problem('/chain', `The spec is ${state}, but the file has no seal.`)] : []),
    ...(canonicalJson(seals.map(({ round }) => round)) === canonicalJson(resolved)
      ? []
      : [problem('/seals', 'It does not have each review that resolved the spec once.')]),
    ...seals.flatMap(({ round, at }) =>
      rounds.find((one) => one.number === round)?.endedAt === at
        ? []
        : [problem(`/seals/${round}`, 'Its time differs from the end of its review.')],
    ),
  ]
}

const figureProblems = ({ figures }: SpecRecord): SealProblem[] =>
  figures.flatMap(({ sha256: hash, content }) =>
    sha256Hex(content) === hash
      ? []
      : [{ link: null, path: `/figures/${hash}`, message: 'The frozen figure does not match its hash.' }],
  )
