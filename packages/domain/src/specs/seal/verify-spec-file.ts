import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { err, ok, type Result } from '../../result.ts'
import { readSpecFile } from '../export/read-spec-file.ts'
import { restoreRecord } from '../export/restore-record.ts'
import { type SpecRecord, sealedContentOf } from '../export/spec-record.ts'
import { attachmentProblems } from './attachment-problems.ts'
import { sealedValues } from './sealed-values.ts'
import { type SealProblem, type SealReport, verifySeal } from './verify-seal.ts'

export type VerifiedFile = SealReport & { name: string; title: string; project: string; organization: string }

export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/**
 * Verifies an exported file without a server: its text, its figures, and its record against the seal.
 *
 * @param file Markdown or JSON of an export
 * @returns an error for a file that is no export with its record, or that was cut off
 */
export function verifySpecFile(file: string): Result<VerifiedFile, string> {
  const read = readSpecFile(file)
  if (!read.ok) return read
  const { record, text, sha256: stated } = read.value
  if (record === null) {
    return err('The file has no record to verify. Use the Markdown or JSON file of a spec as it was exported.')
  }
  const problem = (path: string | null, message: string): SealProblem => ({ link: null, path, message })
  const problems = [...figureProblems(record), ...attachmentProblems(record)]
  if (stated !== null && sha256Hex(text) !== stated)
    problems.push(problem('/text', 'The text of the file is not what its hash says.'))
  const restored = restoreRecord(record, sha256Hex)
  if (!restored.ok) problems.push(problem(null, restored.error))
  const report = verifyRecord(record)
  const { name, title, project, organization } = record
  return ok({ ...report, problems: [...problems, ...report.problems], name, title, project, organization })
}

/** Verifies that a record has exactly the values of its chain. */
export const verifyRecord = (record: SpecRecord): SealReport =>
  verifySeal(record.chain, sealedValues(sealedContentOf(record)), { isPartial: record.reviewers === undefined })

const figureProblems = ({ figures }: SpecRecord): SealProblem[] =>
  figures.flatMap(({ sha256: hash, content }) =>
    sha256Hex(content) === hash
      ? []
      : [{ link: null, path: `/figures/${hash}`, message: 'The frozen figure is not what its hash says.' }],
  )
