import type { IdempotentRequest, StoredFigure, StoredSpec } from '@assay/db/types'
import { headingText } from '@assay/domain/publish/markdown/heading-text'
import { readFrozen } from '@assay/domain/publish/report/read-frozen'
import type { SharedFigure } from '@assay/domain/publish/share/shared-content'
import { err, ok, type Result } from '@assay/domain/result'
import type { By } from '@assay/domain/specs/actions/permissions'
import { type AttachmentFile, isNameOf } from '@assay/domain/specs/attachments/attachment'
import { figureWords } from '@assay/domain/specs/evidence/figure-words'
import { figuresInText } from '@assay/domain/specs/evidence/text-figures'
import { readSpecFile, type SpecFile } from '@assay/domain/specs/export/read-spec-file'
import { type RestoredRevision, restoreRecord } from '@assay/domain/specs/export/restore-record'
import { type SpecRecord, sealedContentOf } from '@assay/domain/specs/export/spec-record'
import { sealedValues } from '@assay/domain/specs/seal/sealed-values'
import { fillValues } from '@assay/domain/specs/seal/verify-seal'
import { verifyRecord } from '@assay/domain/specs/seal/verify-spec-file'
import { type PersonRef, readSpecName, SPEC_KINDS } from '@assay/domain/specs/spec'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import type { Services } from '../services.ts'
import { prepareFile } from './prepare-file.ts'
import { findSpec, refusalError, specNotFound } from './spec-access.ts'
import { blockNames, createSpec, type RevisionAnswer, reviseSpec, sha256Of } from './write-spec.ts'

/** An exported file with all its revisions; other Markdown is imported as a text without a history. */
const SpecFileText = z.string().regex(/\S/, 'is empty').max(40_000_000)

export const ImportSpecInput = z
  .strictObject({
    file: SpecFileText.describe('Markdown or JSON of exportSpec, or any other Markdown'),
    kind: z.enum(SPEC_KINDS).default('functional').describe('kind of the new spec, for other Markdown'),
    title: z
      .string()
      .trim()
      .max(200)
      .default('')
      .describe('title of the new spec, for other Markdown; by default its first heading'),
    parent: z.string().max(20).nullable().default(null).describe('functional spec of a new design spec'),
  })
  .meta({ id: 'SpecImport' })

export const ImportRevisionInput = z
  .strictObject({
    file: SpecFileText,
    base: z.int32().min(1).describe('the revision that the text is based on'),
    note: z.string().trim().min(1).max(500).default('from a file'),
  })
  .meta({ id: 'SpecRevisionImport' })

/** `whole`: with its history; `text`: only its text, because the file was edited or has no history. */
export type Imported = { stored: StoredSpec; brought: 'whole' | 'text' }

/** Creates a spec from a file. An exported file whose text was not edited gives the same spec again. */
export async function importSpec(
  services: Services,
  access: ProjectAccess,
  by: By,
  input: unknown,
  sent?: IdempotentRequest,
): Promise<Result<Imported, AppError>> {
  const parsed = parseInput(ImportSpecInput, input)
  if (!parsed.ok) return parsed
  const { file, kind, title, parent } = parsed.value
  const read = readFile(file)
  if (!read.ok) return read
  const { text, record, sha256 } = read.value
  if (record !== null && sha256Of(text) === sha256) return restore(access, by, record, parent, sent)
  for (const file of filesOf(record)) await access.queries.specAttachments.add(file, by.person.key)
  const named = title || record?.title || firstHeading(text)
  const spec = { kind: record?.kind ?? kind, title: named, text, parent }
  const made = await createSpec(services, access, by, spec, { sent })
  return made.ok ? ok({ stored: made.value, brought: 'text' }) : made
}

/** Stores the text of a file as the next revision of a spec; its title block, figures and appendix are ignored. */
export async function importRevision(
  services: Services,
  access: ProjectAccess,
  by: By,
  { name, input, now, sent }: { name: string; input: unknown; now: Date; sent?: IdempotentRequest | undefined },
): Promise<Result<RevisionAnswer, AppError>> {
  const parsed = parseInput(ImportRevisionInput, input)
  if (!parsed.ok) return parsed
  const { file, base, note } = parsed.value
  const read = readFile(file)
  if (!read.ok) return read
  const found = await findSpec(access, by, name)
  if (!found.ok) return found
  const title = read.value.record?.title ?? found.value.spec.title
  return reviseSpec(services, access, by, { name, input: { base, title, note, text: read.value.text }, now, sent })
}

function readFile(file: string): Result<SpecFile, AppError> {
  const read = readSpecFile(file)
  return read.ok ? read : err(appError('document-invalid', read.error))
}

function firstHeading(text: string): string {
  for (const line of text.split('\n')) {
    const heading = headingText(line)
    if (heading !== null && heading !== '') return heading.slice(0, 200)
  }
  return 'Untitled'
}

async function restore(
  access: ProjectAccess,
  by: By,
  record: SpecRecord,
  parentName: string | null,
  sent: IdempotentRequest | undefined,
): Promise<Result<Imported, AppError>> {
  const parent = await parentOf(access, by, record, parentName)
  if (!parent.ok) return parent
  const restored = restoreRecord(record, sha256Of)
  if (!restored.ok) return err(appError('document-invalid', `${restored.error} Nothing was stored.`))
  const [tampered] = record.chain.length === 0 ? [] : verifyRecord(record).problems
  if (tampered !== undefined) {
    const where = tampered.path ?? `link ${tampered.link}`
    return err(
      appError(
        'document-invalid',
        `The file does not match its seal, at ${where}: ${tampered.message} Nothing was stored.`,
      ),
    )
  }
  const { spec, revisions, nextBlock, placements } = restored.value
  const { name, organization, project, updatedAt, createdAt, seals } = record
  const brought = figuresOf(record)
  const others = [spec.owner, ...spec.coAuthors].filter((person) => person.name !== by.person.name)
  const stored = await access.queries.specs.restore({
    // The importer becomes the owner, because a spec needs one here; the authors of the file become co-authors.
    spec: { ...spec, owner: by.person, coAuthors: others, parent: parent.value },
    revisions: revisions.map(({ madeAt, author, ...revision }) => ({
      ...revision,
      evidence: wordsOf(revision, brought),
      author: named(author),
      blockNames: blockNames(revision.blocks),
      at: madeAt,
    })),
    brought: [...brought.values()].map(({ storedFigure }) => storedFigure),
    files: filesOf(record),
    ...{ placements, nextBlock, seals, createdAt, updatedAt, sent },
    chain: fillValues(record.chain, sealedValues(sealedContentOf(record))),
    source: { name, organization, project, revision: record.shown, updatedAt },
  })
  if (stored === null) return err(specNotFound())
  return stored.ok ? ok({ stored: stored.value, brought: 'whole' }) : err(refusalError(stored.error))
}

/** The attachments of a file, written as this server writes them. Files with another hash, name or type are ignored. */
const filesOf = (record: SpecRecord | null): AttachmentFile[] =>
  (record?.files ?? []).filter((file) => {
    const prepared = prepareFile(file.name, Buffer.from(file.content, 'base64'))
    return (
      prepared.ok &&
      prepared.value.sha256 === file.sha256 &&
      prepared.value.mediaType === file.mediaType &&
      prepared.value.sizeBytes === file.sizeBytes &&
      isNameOf(file.name, file.sha256)
    )
  })

type Brought = ReadonlyMap<string, { storedFigure: StoredFigure; frozen: SharedFigure }>

/**
 * Returns the figures that were frozen on another server. Figures with a wrong hash or an unknown format are ignored.
 */
const figuresOf = ({ figures }: SpecRecord): Brought =>
  new Map(
    figures.flatMap((storedFigure) => {
      const frozen = sha256Of(storedFigure.content) === storedFigure.sha256 ? readFrozen(storedFigure.content) : null
      return frozen === null ? [] : [[storedFigure.sha256, { storedFigure, frozen }]]
    }),
  )

/** Returns the words by which search finds a revision and its figures. */
function wordsOf({ text, blocks, figures }: Pick<RestoredRevision, 'text' | 'blocks' | 'figures'>, brought: Brought) {
  const textFigures = figuresInText(text, blocks)
  return figures.map((sha256, at) => {
    const known = sha256 === null ? undefined : brought.get(sha256)
    return known === undefined ? '' : figureWords(textFigures[at]?.figure ?? null, known.frozen)
  })
}

const named = (name: string): PersonRef => ({ key: `name:${name}`, name })

async function parentOf(
  access: ProjectAccess,
  by: By,
  { kind, name }: SpecRecord,
  named: string | null,
): Promise<Result<number | null, AppError>> {
  if (kind === 'functional') return ok(null)
  if (named === null) {
    return err(
      appError('document-invalid', `${name} is a design spec. Name the functional spec here that it builds on.`),
    )
  }
  const of = readSpecName(named)
  const found = of?.kind === 'functional' ? await findSpec(access, by, named) : null
  if (found?.ok !== true) {
    return err(
      appError(
        'not-found',
        'There is no functional spec with this number in this project. Choose one from the list of specs.',
      ),
    )
  }
  return ok(found.value.spec.number)
}
