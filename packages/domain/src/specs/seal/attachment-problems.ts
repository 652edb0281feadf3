import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { RevisionRecord, SpecRecord } from '../export/spec-record.ts'
import type { SealProblem } from './withheld-values.ts'

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
  const names = new Set(files.map(({ name }) => name))
  const sealed = new Map(revisions.flatMap(({ attachments }) => attachments.map((one) => [one.name, one])))
  const changed = files.filter(({ name, sha256, content, mediaType }) => {
    const one = sealed.get(name)
    return sha256 !== one?.sha256 || mediaType !== one.mediaType || contentSha256(content) !== sha256
  })
  const twice = [...names].filter((name) => files.filter((file) => file.name === name).length > 1)
  const missing = [...sealed.keys()].filter((name) => !names.has(name))
  return [
    ...changed.map(({ name }) => problem(name, 'The attachment does not match its hash.')),
    ...twice.map((name) => problem(name, 'The file contains this attachment more than once.')),
    ...missing.map((name) => problem(name, 'The file does not contain this attachment.')),
  ]
}

/** SHA-256 of a content in base64. */
const contentSha256 = (base64: string): string =>
  bytesToHex(sha256(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))))
