import type { SpecRevision, StoredFigure, StoredSpec } from '@assay/db/types'
import { pathOfProject } from '@assay/domain/projects/project-key'
import { err, invariant, ok, type Result } from '@assay/domain/result'
import { type By, may } from '@assay/domain/specs/actions/permissions'
import { appendixOf } from '@assay/domain/specs/appendix/appendix'
import type { SpecDocument } from '@assay/domain/specs/export/spec-document'
import { recordOf, type SpecRecord, sealedContentOf } from '@assay/domain/specs/export/spec-record'
import { formatOf, withholdValues } from '@assay/domain/specs/seal/seal-chain'
import { type SealedContent, sealedValues } from '@assay/domain/specs/seal/sealed-values'
import { omitValues } from '@assay/domain/specs/seal/verify-seal'
import { specName, stateAt } from '@assay/domain/specs/spec'
import { stateLine } from '@assay/domain/specs/state-line'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { parseFrozenFigure } from '../reports/read-frozen-figures.ts'
import { readExported } from './exported-figures.ts'
import { appendixSha256 } from './seal.ts'

export type WholeSpec = { document: SpecDocument; record: SpecRecord }

type DocumentRequest = {
  /** Number of the revision; the current one when absent. */
  revision?: number | undefined
  origin: string
  now: Date
  /** Null for a guest with a public link, who reads one revision and does not learn the spec's address. */
  by: By | null
}

/** Reads everything that the exported files and the public page of a spec contain. */
export async function readSpecDocument(
  access: Pick<ProjectAccess, 'project' | 'queries'>,
  stored: StoredSpec,
  { revision: requested, origin, now, by }: DocumentRequest,
): Promise<Result<WholeSpec, AppError>> {
  const { id, spec, createdAt, updatedAt } = stored
  const { specs } = access.queries
  const number = requested ?? spec.revision
  const isGuest = by === null
  const [shown, newestFirst, seals, texts, buildsOn, imported, supersedes] = await Promise.all([
    specs.revision(id, number),
    specs.revisions(id),
    specs.seals(id),
    isGuest ? [] : specs.texts(id),
    parentName(access, stored, by),
    specs.imported(id),
    specs.supersededBy(spec),
  ])
  if (shown === null)
    return err(
      appError('not-found', 'There is no such revision of this spec. Choose one from the list of its revisions.'),
    )
  const revisions = newestFirst.toReversed()
  const { figures, numbers } = await readExported(access, shown, origin)
  // A guest gets the figures of one revision; every other file has those of all revisions.
  const ids = isGuest ? shown.snapshotIds : texts.flatMap(({ snapshotIds }) => snapshotIds)
  const frozen = await figuresById(access, ids)
  const { project } = access
  const about = { name: specName(spec), organization: project.organization.name, project: project.name }
  const attached = isGuest
    ? [frozenText(shown, shown, frozen)]
    : revisions.map((one, at) => frozenText(one, texts[at], frozen))
  const names = new Set(attached.flatMap(({ attachments }) => attachments.map(({ name }) => name)))
  const files = await access.queries.specAttachments.contents([...names])
  const shownNames = new Set(shown.attachments.map(({ name }) => name))
  const document: SpecDocument = {
    ...about,
    kind: spec.kind,
    title: shown.title,
    state: stateLine(spec, stateAt(spec, now)),
    authors: [spec.owner, ...spec.coAuthors].map(({ name }) => name),
    revision: { ...shown, author: shown.author.name },
    current: spec.revision,
    ...{ createdAt, updatedAt, buildsOn, seals, origin, imported: importedFrom(imported) },
    supersedes: supersedes.map(specName),
    figures,
    numbers,
    files: files.filter(({ name }) => shownNames.has(name)),
    appendix: appendixOf(spec),
    appendixSha256: appendixSha256(spec),
    revisions: revisions.map((one) => ({ ...one, author: one.author.name })),
    href: isGuest ? null : `${origin}${pathOfProject(project)}/specs/${about.name}?revision=${number}`,
  }
  // A visitor of a public link who reads an older revision gets no chain, because that covers the current text.
  const sealed = isGuest && number !== spec.revision ? null : await specs.sealed(stored)
  const chain = sealed?.chain ?? []
  const record = recordOf({
    ...about,
    ...{ createdAt, updatedAt, seals, spec, chain: [] },
    shown: number,
    figures: [...frozen.values()],
    files,
    revisions: attached.map((one) => ({ ...one, ...positionHashes(sealed, one.number) })),
    linksSha256: sealed?.content.linksSha256,
    reviewers: isGuest ? undefined : spec.readers.map(({ who }) => who.name),
  })
  const values = sealedValues({ ...sealedContentOf(record), format: formatOf(chain) })
  const visible = isGuest ? withholdValues(chain, values) : chain
  return ok({ document, record: { ...record, chain: omitValues(visible, values) } })
}

/** The hashes of blocks and positions of a revision, which the seal covers and a file does not contain. */
function positionHashes(sealed: { content: SealedContent } | null, number: number) {
  const revision = sealed?.content.revisions.find((one) => one.number === number)
  const { blocksSha256, positionsSha256 } = revision ?? {}
  return blocksSha256 === undefined ? {} : { blocksSha256, positionsSha256 }
}

type Frozen = ReadonlyMap<string | null, StoredFigure>

/** Frozen figures by id, without those whose hash is wrong. */
async function figuresById(
  { queries }: Pick<ProjectAccess, 'queries'>,
  ids: readonly (string | null)[],
): Promise<Frozen> {
  const named = [...new Set(ids)].filter((id) => id !== null)
  const found = await queries.specs.figures({ snapshotIds: named })
  return new Map(
    named.flatMap((id, at) => {
      const figure = found[at] ?? null
      return figure === null || parseFrozenFigure(figure) === null ? [] : [[id, figure]]
    }),
  )
}

function frozenText(
  of: Omit<SpecRevision, 'text' | 'blocks' | 'snapshotIds' | 'attachments'>,
  text: Pick<SpecRevision, 'text' | 'snapshotIds' | 'attachments'> | undefined,
  frozen: Frozen,
) {
  invariant(text !== undefined, 'every revision has its text')
  const { number, title, note, author, madeAt, state, baseRevision, sha256 } = of
  const figures = text.snapshotIds.map((id) => frozen.get(id)?.sha256 ?? null)
  return {
    number,
    title,
    note,
    author: author.name,
    madeAt,
    state,
    baseRevision,
    sha256,
    figures,
    attachments: text.attachments,
    text: text.text,
  }
}

/** Describes the origin of an imported spec in a sentence. */
export function importedFrom(imported: Awaited<ReturnType<ProjectAccess['queries']['specs']['imported']>>) {
  if (imported === null) return null
  const { by, at, source } = imported
  return `${at.slice(0, 10)} by ${by}, from a file of ${source.name} of ${source.organization}, ${source.project}`
}

/** Returns the title of the parent, only for callers who can see it. */
async function parentName(
  { queries }: Pick<ProjectAccess, 'queries'>,
  { spec }: StoredSpec,
  by: By | null,
): Promise<string | null> {
  if (spec.parent === null) return null
  const of = { kind: 'functional', number: spec.parent } as const
  const parent = by === null ? null : await queries.specs.find(of)
  const title = parent === null || by === null || !may(parent.spec, by, 'view') ? '' : ` ${parent.spec.title}`
  return `${specName(of)}${title}${spec.baseRevision === null ? '' : `, revision ${spec.baseRevision}`}`
}
