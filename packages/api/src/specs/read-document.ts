import type { SpecRevision, StoredSpec } from '@assay/db/types'
import { err, invariant, ok, type Result } from '@assay/domain/result'
import { appendixOf } from '@assay/domain/spec/appendix'
import type { SpecDocument } from '@assay/domain/spec/export/spec-document'
import { recordOf, type SpecRecord } from '@assay/domain/spec/export/spec-record'
import { type By, may } from '@assay/domain/spec/permissions'
import { STATE_WORDS } from '@assay/domain/spec/refusal'
import { specName, stateAt } from '@assay/domain/spec/spec'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError } from '../errors.ts'
import { readExported } from './exported-figures.ts'
import { appendixSha256 } from './seal.ts'

export type WholeSpec = { document: SpecDocument; record: SpecRecord }

type Asked = {
  /** The current one where none is named. */
  revision?: number | undefined
  origin: string
  now: Date
  /** Null for a stranger, who is shown one revision and not told where the spec is. */
  by: By | null
}

/** All that leaves with a spec: what every file, and the page of a link, is written from. */
export async function readDocument(
  access: Pick<ProjectAccess, 'project' | 'queries'>,
  stored: StoredSpec,
  { revision: asked, origin, now, by }: Asked,
): Promise<Result<WholeSpec, AppError>> {
  const { id, spec, createdAt, updatedAt } = stored
  const { specs } = access.queries
  const number = asked ?? spec.revision
  const isStranger = by === null
  const [shown, newestFirst, seals, texts, buildsOn] = await Promise.all([
    specs.revision(id, number),
    specs.revisions(id),
    specs.seals(id),
    isStranger ? [] : specs.texts(id),
    parentName(access, stored, by),
  ])
  if (shown === null) return err(appError('not-found', 'There is no such revision of this spec.'))
  const revisions = newestFirst.toReversed()
  const { figures, numbers } = await readExported(access, shown, origin)
  // A stranger is shown one revision; every other file has the figures of all of them.
  const frozen = await keptFigures(access, isStranger ? shown.snapshotIds : await specs.snapshots(id))
  const { project } = access
  const about = { name: specName(spec), organization: project.organization.name, project: project.name }
  const document: SpecDocument = {
    ...about,
    kind: spec.kind,
    title: shown.title,
    state: STATE_WORDS[stateAt(spec, now)],
    authors: [spec.owner, ...spec.coAuthors].map(({ name }) => name),
    revision: { ...shown, author: shown.author.name },
    current: spec.revision,
    ...{ createdAt, updatedAt, buildsOn, seals, origin },
    figures,
    numbers,
    appendix: appendixOf(spec),
    appendixSha256: appendixSha256(spec),
    revisions: revisions.map((one) => ({ ...one, author: one.author.name })),
    href: isStranger ? null : `${origin}/p/${project.slug}/specs/${about.name}?revision=${number}`,
  }
  const kept = isStranger ? [keptText(shown, shown.text)] : revisions.map((one, at) => keptText(one, texts[at]))
  const record = recordOf({
    ...about,
    ...{ createdAt, updatedAt, seals, spec },
    shown: number,
    figures: frozen,
    revisions: kept,
  })
  return ok({ document, record })
}

async function keptFigures({ queries }: Pick<ProjectAccess, 'queries'>, ids: readonly (string | null)[]) {
  const stored = await queries.specs.figures({ snapshotIds: [...new Set(ids)] })
  return stored.filter((one) => one !== null)
}

function keptText(of: Omit<SpecRevision, 'text' | 'blocks' | 'snapshotIds'>, text: string | undefined) {
  invariant(text !== undefined, 'every revision has its text')
  const { number, title, note, author, madeAt, state, baseRevision, sha256 } = of
  return { number, title, note, author: author.name, madeAt, state, baseRevision, sha256, text }
}

/** Its title for those alone who may see it. */
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
