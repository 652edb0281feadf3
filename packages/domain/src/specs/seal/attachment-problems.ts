import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { RevisionRecord, SpecRecord } from '../export/spec-record.ts'
import type { SealProblem } from './verify-seal.ts'

/** The seal has the hashes of attachments; the file has their content. */
export function attachmentProblems({
  files,
  revisions,
}: Pick<SpecRecord, 'files'> & {
  revisions: readonly Pick<RevisionRecord, 'attachments'>[]
}): SealProblem[] {
  const problem = (name: string, message: string): SealProblem => ({
    ...{ link: null, path: `/attachments/${name}`, message },
  })
  const hashes = new Map(files.map(({ name, content }) => [name, contentSha256(content)]))
  const sealed = new Map(revisions.flatMap(({ attachments }) => attachments.map(({ name, sha256 }) => [name, sha256])))
  const changed = files.filter(
    ({ name, sha256 }) => hashes.get(name) !== sha256 || hashes.get(name) !== sealed.get(name),
  )
  const missing = [...sealed.keys()].filter((name) => !hashes.has(name))
  return [
    ...changed.map(({ name }) => problem(name, 'The attachment is not what its hash says.')),
    ...missing.map((name) => problem(name, 'The file does not contain this attachment.')),
  ]
}

/** SHA-256 of a content in base64. */
const contentSha256 = (base64: string): string =>
  bytesToHex(sha256(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))))
