import { hash, randomBytes, randomUUID } from 'node:crypto'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import type { RevisionRecord } from '@assay/domain/specs/export/spec-record'
import { SealedLeaf } from '@assay/domain/specs/seal/hash-tree'
import {
  changedValues,
  currentLeaves,
  formatOf,
  isSeal,
  nextLink,
  redactPaths,
  type SealLink,
} from '@assay/domain/specs/seal/seal-chain'
import { type SealedContent, sealedValues } from '@assay/domain/specs/seal/sealed-values'
import { z } from 'zod'
import type { TenantModels, TenantTransaction } from '../../scope/tenant-client.ts'
import { toJsonValue } from '../../scope/to-json.ts'
import { readFigures } from '../reports/stored-figures.ts'
import { readSeals } from './spec-origins.ts'
import { readRevisions, readTexts } from './spec-revisions.ts'
import type { SpecKey, StoredSpec } from './spec-types.ts'

export type SealedAction = {
  /** `resolve` and `sealed-later` are seals; other actions are stored only when the spec has a seal. */
  kind: string
  /** ISO 8601. */
  at: string
  /** Name of the person. */
  by: string
  /** Names that were replaced by a pseudonym and are removed from all links. */
  names?: ReadonlySet<string>
}

/** Reads the chain, oldest link first. */
export async function readSealChain(from: TenantModels, of: SpecKey): Promise<SealLink[]> {
  const rows = await from.specSealLink.findMany({ where: of, orderBy: { number: 'asc' } })
  return rows.map(({ number, kind, at, previous, root, sha256, leaves }) => ({
    ...{ number, kind, at, previous, root, sha256 },
    leaves: z.array(SealedLeaf).parse(leaves),
  }))
}

/** Stores links as they are, for a spec from a file. */
export async function storeSealLinks(tx: TenantModels, of: SpecKey, links: readonly SealLink[]): Promise<void> {
  for (const { leaves, ...link } of links) {
    await tx.specSealLink.create({
      data: { ...of, id: randomUUID(), ...link, leaves: toJsonValue(leaves) },
      select: { id: true },
    })
  }
}

/**
 * Appends the link of an action to the chain of a sealed spec, or begins the chain with a seal. The stored spec is read
 * in the transaction of the action, so that the chain always has its values. Redacted values and replaced names are
 * removed from all links.
 *
 * @returns the hash of the new link; null for a spec without a seal.
 */
export async function appendSealLink(
  tx: TenantTransaction,
  of: SpecKey,
  stored: StoredSpec,
  { kind, at, by, names = new Set() }: SealedAction,
): Promise<string | null> {
  const chain = await readSealChain(tx, of)
  if (chain.length === 0 && !isSeal({ kind })) return null
  const content = await readSealedContent(tx, of, stored, isSeal({ kind }) ? formatOf([]) : formatOf(chain))
  const values = sealedValues(content)
  if (kind === 'redact' || names.size > 0) await removeRedacted(tx, of, chain, { values, names })
  const link = nextLink(chain, { kind, at, by, values, randomSalt: () => randomBytes(16).toString('base64url') })
  await storeSealLinks(tx, of, [link])
  return link.sha256
}

async function removeRedacted(
  tx: TenantTransaction,
  of: SpecKey,
  chain: readonly SealLink[],
  { values, names }: { values: ReturnType<typeof sealedValues>; names: ReadonlySet<string> },
): Promise<void> {
  const current = currentLeaves(chain)
  const isName = (value: unknown) => typeof value === 'string' && names.has(value)
  const paths = changedValues(current, values).flatMap(([path, value]) =>
    value === '' || isName(current.get(path)?.value) ? [path] : [],
  )
  for (const [at, link] of redactPaths(chain, new Set(paths), names).entries()) {
    if (link === chain[at]) continue
    const where = { projectId_specId_number: { ...of, number: link.number } }
    await tx.specSealLink.update({ where, data: { leaves: toJsonValue(link.leaves) }, select: { id: true } })
  }
}

/** Everything that a seal of this format covers, as it is stored now. */
export async function readSealedContent(
  tx: TenantTransaction,
  of: SpecKey,
  { spec, createdAt }: Pick<StoredSpec, 'spec' | 'createdAt'>,
  format: number,
): Promise<SealedContent> {
  const positions = format === 1 ? new Map() : await readPositionHashes(tx, of)
  const linksSha256 = format === 1 ? undefined : await readLinksHash(tx, of)
  const [newestFirst, texts] = [await readRevisions(tx, of), await readTexts(tx, of)]
  const ids = [...new Set(texts.flatMap(({ snapshotIds }) => snapshotIds))].filter((id) => id !== null)
  const figures = await readFigures(tx, of.projectId, ids)
  const sha256ById = new Map(ids.map((id, at) => [id, figures[at]?.sha256 ?? null]))
  const revisions = newestFirst.toReversed().map(({ author, ...revision }, at): RevisionRecord => {
    const { text = '', snapshotIds = [], attachments = [] } = texts[at] ?? {}
    const hashes = snapshotIds.map((id) => (id === null ? null : (sha256ById.get(id) ?? null)))
    const { number } = revision
    return { ...revision, author: author.name, figures: hashes, attachments, text, ...positions.get(number) }
  })
  return {
    ...{ spec, createdAt, linksSha256, revisions, format },
    seals: await readSeals(tx, of),
    reviewers: spec.readers.map(({ who }) => who.name),
    figures: figures.filter((figure) => figure !== null),
  }
}

type PositionHashes = { blocksSha256: string; positionsSha256: string }

/** Hashes of the blocks of each revision and of the positions of comments on it, by its number. */
async function readPositionHashes(tx: TenantTransaction, of: SpecKey): Promise<Map<number, PositionHashes>> {
  const revisions = await tx.specRevision.findMany({ where: of, select: { number: true, blocks: true } })
  const positions = await tx.specPlacement.findMany({
    where: of,
    select: { revision: true, feedback: true, placement: true },
    orderBy: { feedback: 'asc' },
  })
  return new Map(
    revisions.map(({ number, blocks }) => [
      number,
      {
        blocksSha256: sha256Of(blocks),
        positionsSha256: sha256Of(positions.filter(({ revision }) => revision === number)),
      },
    ]),
  )
}

async function readLinksHash(tx: TenantTransaction, of: SpecKey): Promise<string> {
  const select = { name: true, block: true, lastRevision: true }
  return sha256Of(await tx.specBlockName.findMany({ where: of, select, orderBy: { name: 'asc' } }))
}

const sha256Of = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex')
