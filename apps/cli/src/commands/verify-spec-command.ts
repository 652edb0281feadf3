import { compareSpecFiles } from '@assay/domain/specs/seal/compare-files'
import { type VerifiedFile, verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import type { SealProblem } from '@assay/domain/specs/seal/withheld-values'
import type { CommandIo } from '../command-io.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { Stop } from '../stop.ts'
import { readSpecPath } from './spec-folder-files.ts'

/**
 * `assay spec verify`: verifies an exported file of a resolved spec without a server, and prints each difference that no
 * recorded action explains.
 *
 * @param flags.since an earlier export of the same spec, whose seal the file must continue
 */
export async function verifySpec(path: string, { since }: { since?: string }, io: CommandIo): Promise<ExitCode> {
  const { file, record, changed } = await readSpecPath(path)
  const verified = verifySpecFile(record ?? file, { now: new Date(io.clock.now()) })
  if (!verified.ok) throw new Stop(EXIT.refused, `${path}: ${verified.error}`)
  const { value } = verified
  for (const name of changed) {
    value.problems.push({ link: null, path: name, message: 'It does not match the record.' })
  }
  if (since !== undefined) {
    const compared = compareSpecFiles((await readSpecPath(since)).file, file)
    if (!compared.ok) throw new Stop(EXIT.refused, `${path}: ${compared.error}`)
    value.problems.push(...compared.value.problems)
    value.notes.push(...compared.value.notes)
  }
  await io.out.write(`${linesOf(value).join('\n')}\n`)
  return value.seal !== null && value.problems.length === 0 && !value.isRecordOnly ? EXIT.ok : EXIT.refused
}

function linesOf({
  name,
  title,
  organization,
  project,
  seal,
  later,
  problems,
  notes,
  isRecordOnly,
}: VerifiedFile): string[] {
  const head = `${name} ${title}, ${organization}, ${project}`
  if (seal === null)
    return [head, 'The file has no seal: a spec has none before it is resolved.', ...differences(problems)]
  const how = seal.kind === 'sealed-later' ? 'Sealed after an upgrade of the server' : 'Sealed when resolved'
  return [
    head,
    `${how}, ${seal.at}, sha256 ${seal.sha256}`,
    ...later.map(({ kind, at, by, sha256 }) => `Later: ${at} ${kind}${by === null ? '' : `, ${by}`}, sha256 ${sha256}`),
    problems.length > 0
      ? 'Changed without a record:'
      : isRecordOnly
        ? 'The record is intact; the text above it was not verified.'
        : 'Intact: every value is as sealed or as recorded later.',
    ...differences(problems),
    ...notes,
  ]
}

const differences = (problems: readonly SealProblem[]): string[] =>
  problems.map(({ link, path, message }) => {
    const where = [link === null ? null : `link ${link}`, path].filter((one) => one !== null).join(', ')
    return `  ${where === '' ? '' : `${where}: `}${message}`
  })
