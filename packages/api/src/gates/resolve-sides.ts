import type { RunSummary } from '@assay/db/types'
import type { GateRequest } from '@assay/domain/findings/gate/gate-request'
import { type NamedVersion, pickVersion, versionsMeant } from '@assay/domain/findings/gate/pick-version'
import { plural } from '@assay/domain/plural'
import { err, ok, type Result } from '@assay/domain/result'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { type AppError, appError, type ErrorLocation } from '../errors.ts'
import { parseDocument } from '../runs/upload-run.ts'

/** One side of a gate with its name resolved: a stored version, some runs, or documents that are not stored. */
export type GateSide = NamedVersion &
  (
    | { kind: 'version' }
    | { kind: 'runs'; runs: readonly RunSummary[] }
    | { kind: 'documents'; documents: readonly UploadDocument[] }
  )

/** `notes` are sentences about the choice of a side. */
export type GateSides = { base: GateSide; candidate: GateSide; notes: readonly string[] }

/** A side that is resolved already, or a text that names a version. */
type RequestedSide = { side: GateSide; note?: string } | { text: string; pointer: string }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Resolves the names of both sides. A name that matches nothing, or several versions, is an error that lists the
 * choices.
 */
export async function resolveSides(access: ProjectAccess, request: GateRequest): Promise<Result<GateSides, AppError>> {
  const candidate = await requestedCandidate(access, request)
  if (!candidate.ok) return candidate
  const base = await requestedBase(access, request)
  if (!base.ok) return base
  const sides = [base.value, candidate.value]
  const known = await access.queries.versions.list(request.product)
  const versions = known.map(({ product, name }) => ({ product, version: name }))
  const products = commonProducts(sides, versions)
  const fitting = versions.filter(({ product }) => products === null || products.has(product))
  const [ofBase, ofCandidate] = [resolve(base.value, fitting), resolve(candidate.value, fitting)]
  if (!ofBase.ok) return ofBase
  if (!ofCandidate.ok) return ofCandidate
  if (isSameVersion(ofBase.value, ofCandidate.value)) {
    return err(
      invalid(
        '/candidate',
        `Base and candidate are both ${ofBase.value.product} ${ofBase.value.version}. Name two versions, or runs.`,
      ),
    )
  }
  const note = 'note' in base.value ? base.value.note : undefined
  return ok({ base: ofBase.value, candidate: ofCandidate.value, notes: note === undefined ? [] : [note] })
}

const isSameVersion = (base: GateSide, candidate: GateSide): boolean =>
  base.kind === 'version' &&
  candidate.kind === 'version' &&
  base.product === candidate.product &&
  base.version === candidate.version

function resolve(requested: RequestedSide, known: readonly NamedVersion[]): Result<GateSide, AppError> {
  if ('side' in requested) return ok(requested.side)
  const picked = pickVersion(known, requested.text)
  return picked.ok ? ok({ kind: 'version', ...picked.value }) : err(invalid(requested.pointer, picked.error))
}

/** Products that both sides can have; null when there is none, so that the error lists all. */
function commonProducts(sides: readonly RequestedSide[], known: readonly NamedVersion[]): ReadonlySet<string> | null {
  const [first = [], ...others] = sides.map((requested) =>
    'side' in requested ? [requested.side.product] : versionsMeant(known, requested.text).map(({ product }) => product),
  )
  const common = first.filter((product) => others.every((products) => products.includes(product)))
  return common.length === 0 ? null : new Set(common)
}

async function requestedBase(access: ProjectAccess, request: GateRequest): Promise<Result<RequestedSide, AppError>> {
  const { base, baseCommits, product, hardware } = request
  if ((base.length === 0) === (baseCommits.length === 0))
    return err(invalid('/base', 'Name a version or runs as the base, or send the commits among which it is searched.'))
  if (baseCommits.length === 0) return requestedStored(access, base, '/base')
  const nearest = await access.queries.runs.atNearestCommit({ commits: baseCommits, product, hardware })
  if (nearest === null)
    return err(
      invalid(
        '/baseCommits',
        `None of the ${plural(baseCommits.length, 'commit')} from ${shortCommit(baseCommits[0])} on has results here. Upload results of the branch with their commit, or name a version as the base.`,
      ),
    )
  const { commit, distance, runs } = nearest
  const behind = distance === 0 ? '' : `, ${plural(distance, 'commit')} before ${shortCommit(baseCommits[0])}`
  return sideOfRuns(runs, '/baseCommits', `The base is commit ${shortCommit(commit)}${behind}.`)
}

const shortCommit = (commit = ''): string => commit.slice(0, 10)

async function requestedCandidate(
  access: ProjectAccess,
  request: GateRequest,
): Promise<Result<RequestedSide, AppError>> {
  const { candidate, documents, product } = request
  if ((candidate.length === 0) === (documents.length === 0)) {
    return err(invalid('/candidate', 'Name a version or runs as the candidate, or send its documents.'))
  }
  if (documents.length === 0) return requestedStored(access, candidate, '/candidate')
  const read = readDocuments(documents)
  if (!read.ok) return read
  const own = read.value.filter((document) => product === undefined || document.product === product)
  const names = [...new Set(own.map((one) => `${one.product} ${one.version}`))]
  const [first] = own
  if (first === undefined)
    return err(
      invalid(
        '/documents',
        `None of the documents is of ${product}. Send runs of the product of the base, or name another base.`,
      ),
    )
  if (names.length > 1) {
    return err(
      invalid('/documents', `The documents are of ${names.join(', ')}; send those of one version of one product.`),
    )
  }
  return ok({ side: { kind: 'documents', product: first.product, version: first.version, documents: own } })
}

function readDocuments(sent: readonly unknown[]): Result<UploadDocument[], AppError> {
  const documents: UploadDocument[] = []
  for (const [index, input] of sent.entries()) {
    const read = parseDocument(input)
    if (!read.ok) {
      const locations = (read.error.places ?? []).map(
        (location): ErrorLocation => ({ ...location, pointer: `/documents/${index}${location.pointer ?? ''}` }),
      )
      return err({
        ...read.error,
        places: locations,
        detail: `Document ${index + 1} of ${sent.length}: ${read.error.detail}`,
      })
    }
    documents.push(read.value)
  }
  return ok(documents)
}

async function requestedStored(
  { queries }: ProjectAccess,
  names: readonly string[],
  pointer: string,
): Promise<Result<RequestedSide, AppError>> {
  const [only = '', ...more] = names
  if (!names.every((name) => UUID.test(name))) {
    if (more.length === 0) return ok({ text: only, pointer })
    return err(invalid(pointer, 'Name one version, or one or more ids of runs.'))
  }
  const ids = [...new Set(names.map((name) => name.toLowerCase()))]
  const runs = await queries.runs.provenance({ ids, maxCommands: 0 })
  const missing = ids.filter((id) => runs.every((run) => run.id !== id))
  if (missing.length > 0)
    return err(
      invalid(pointer, `There is no run ${missing.join(', ')} in this project. Check the ids; GET …/runs lists them.`),
    )
  return sideOfRuns(runs, pointer)
}

function sideOfRuns(runs: readonly RunSummary[], pointer: string, note?: string): Result<RequestedSide, AppError> {
  const versions = [...new Set(runs.map(({ product, version }) => `${product} ${version}`))]
  const [first] = runs
  if (first === undefined || versions.length > 1) {
    return err(invalid(pointer, `The runs are of ${versions.join(', ')}; name runs of one version of one product.`))
  }
  const side: GateSide = { kind: 'runs', product: first.product, version: first.version, runs }
  return ok(note === undefined ? { side } : { side, note })
}

const invalid = (pointer: string, message: string): AppError =>
  appError('query-invalid', message, [{ pointer, message }])
