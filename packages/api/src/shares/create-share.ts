import { hash } from 'node:crypto'
import type { SharedStudy, ShareSource } from '@assay/db/types'
import type { Comparison } from '@assay/domain/compare/comparison'
import { fromQuery } from '@assay/domain/compare/comparison-url'
import type { Grid } from '@assay/domain/compare/grid'
import { hasPage } from '@assay/domain/compare/studies/pages/page-of-study'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import type { ChartModel } from '@assay/domain/publish/chart/chart-model'
import type { Figure } from '@assay/domain/publish/report/figure-block'
import { figureModels } from '@assay/domain/publish/report/figure-drawings'
import type { FrozenFigure } from '@assay/domain/publish/report/frozen-figure'
import { figuresOf, readReportText } from '@assay/domain/publish/report/report-text'
import { cellsOfGrid, factsOf, figureElements, gridsOf } from '@assay/domain/publish/share/figure-elements'
import { FrameHosts } from '@assay/domain/publish/share/frame-host'
import { findUnmaskedName } from '@assay/domain/publish/share/mask'
import type { Mask, SharedContent, SharedDefinition, SharedFigure } from '@assay/domain/publish/share/shared-content'
import { err, ok, type Result } from '@assay/domain/result'
import { findKnownMetric, PRIMARY_METRIC } from '@assay/domain/run/metric'
import { z } from 'zod'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { hashPassword } from '../accounts/password-hash.ts'
import { type AppError, appError } from '../errors.ts'
import { computeFigure } from '../reports/freeze-figure.ts'
import { readFrozenFigures } from '../reports/read-frozen-figures.ts'
import type { Services } from '../services.ts'
import { freezeStudy } from './freeze-study.ts'
import { expiresAfter } from './link-expiry.ts'
import { checkLinkPolicy } from './link-policy.ts'
import { maskContent, revealedByStudy } from './mask-content.ts'
import { knownNames, Masking, maskProblem, masksOf, productsOf, type SharedProduct } from './masking.ts'
import { newSecret } from './share-secret.ts'
import {
  DaysToLive,
  Embargo,
  PUBLISHED_WITH_PASSWORD,
  PublishName,
  SharePassword,
  ShareTitle,
} from './share-settings.ts'

export const NewShareInput = z.strictObject({
  title: ShareTitle,
  /**
   * The shared content: the query of a comparison, with the kind of study for a study page, or a version of a report.
   */
  what: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('comparison'),
      query: z.string().max(8_000),
      study: z.string().max(60).nullable().default(null),
      /** Additional parameters of a study page, such as the selected step. */
      own: z.record(z.string().max(60), z.string().max(20_000)).default({}),
    }),
    z.strictObject({ kind: z.literal('report'), slug: z.string().max(200), version: z.int32().min(1) }),
  ]),
  /** Days until the link expires; null for no expiry. */
  days: DaysToLive.default(90),
  password: SharePassword.default(null),
  embargoUntil: Embargo.default(null),
  ...Masking.shape,
  /** Name under which the share is published instead of at a secret address. */
  publishAs: PublishName.default(null),
  /** Sites that may frame it; null for every site. */
  frameHosts: FrameHosts.default(null),
})
export type NewShareInput = z.infer<typeof NewShareInput>

export type CreatedShare = { id: string; secret: string | null; slug: string | null; sha256: string }

/** Input of the preview that shows a share as a guest would see it, before a link exists. */
export const PreviewInput = NewShareInput.pick({ title: true, what: true }).extend(Masking.shape)
export type PreviewInput = z.infer<typeof PreviewInput>

type Content = {
  figures: SharedFigure[]
  /** The comparison behind each figure, from which the figure can be computed again. */
  requests: { comparison: Comparison; study?: SharedStudy }[]
  report: SharedContent['report']
  redraw?: ((grid: Grid) => ChartModel[])[]
}

/** Freezes the content and stores it under a new address, which is returned only once. */
export async function createShare(
  services: Services,
  access: ProjectAccess,
  input: NewShareInput,
  { now, by }: { now: Date; by: string },
): Promise<Result<CreatedShare, AppError>> {
  if (input.publishAs !== null && input.password !== null) return err(PUBLISHED_WITH_PASSWORD)
  const allowed = await checkLinkPolicy(services, access, input.days)
  if (!allowed.ok) return allowed
  const frozen = await freezeShare(services, access, input, { now, by })
  if (!frozen.ok) return frozen
  const { shown, requests, masks } = frozen.value
  const content = canonicalJson(shown)
  const made = input.publishAs === null ? newSecret(access) : null
  const sha256 = hash('sha256', content, 'hex')
  const id = await access.queries.shares.add({
    title: shown.title,
    content,
    sha256,
    source: {
      comparisons: requests.map(({ comparison }) => comparison),
      studies: requests.map(({ study }) => study ?? null),
      masks,
    } satisfies ShareSource,
    address: made === null ? { slug: input.publishAs ?? '' } : { secretSha256: made.secretSha256 },
    passwordHash: input.password === null ? null : await hashPassword(input.password),
    expiresAt: expiresAfter(input.days, now),
    embargoUntil: input.embargoUntil,
    frameHosts: input.frameHosts,
  })
  if (id === null) return err(appError('conflict', `"${input.publishAs}" is published already. Choose another name.`))
  return ok({ id, secret: made?.secret ?? null, slug: input.publishAs, sha256 })
}

/** Computes the figures of the new share from current results. */
function readContent(
  services: Services,
  access: ProjectAccess,
  { title, what }: Pick<PreviewInput, 'title' | 'what'>,
  now: Date,
) {
  return what.kind === 'comparison' ? readOne(services, access, what, title, now) : readReport(access, what)
}

/** Returns the products of the new share, which can be masked. */
export async function productsToShare(
  services: Services,
  access: ProjectAccess,
  what: PreviewInput['what'],
  now: Date,
): Promise<Result<SharedProduct[], AppError>> {
  const read = await readContent(services, access, { title: 'Comparison', what }, now)
  return read.ok ? ok(productsOf(read.value, await knownNames(access))) : read
}

/** Freezes and masks the content without storing it. */
export async function freezeShare(
  services: Services,
  access: ProjectAccess,
  input: PreviewInput,
  { now, by }: { now: Date; by: string },
): Promise<Result<{ shown: SharedContent; requests: Content['requests']; masks: Mask[] }, AppError>> {
  const read = await readContent(services, access, input, now)
  if (!read.ok) return read
  const { figures, requests, report } = read.value
  const text = `${report?.tldr ?? ''}\n${report?.text ?? ''}`
  const known = await knownNames(access)
  const problem = maskProblem({ figures, requests }, input, known) ?? revealedByStudy(read.value, input, known)
  if (problem !== null) return err(appError('document-invalid', problem))
  // The order is the same in the preview and the share, and another one in every other share.
  const shuffleKey = (name: string) =>
    services.tokenHash(`order of masks ${JSON.stringify([access.project.id, input.title, input.what, name])}`)
  const masks = masksOf({ figures, requests, title: input.title, text }, input, known, shuffleKey)
  const plain: SharedContent = {
    format: figures.some(({ format }) => format === 2) ? 2 : 1,
    title: input.title,
    by,
    organization: access.project.organization.name,
    sharedAt: now.toISOString(),
    isMasked: masks.length > 0,
    figures,
    definitions: definitionsOf(figures),
    report,
  }
  const shown = masks.length === 0 ? plain : maskContent(plain, read.value, masks)
  const unmaskedName = findUnmaskedName(shown, masks)
  if (unmaskedName !== null) {
    return err(
      appError(
        'document-invalid',
        `A name that should be masked can still be read in "${unmaskedName}". Nothing was shared.`,
      ),
    )
  }
  return ok({ shown, requests, masks })
}

async function readOne(
  services: Services,
  access: ProjectAccess,
  { query, study, own }: Extract<NewShareInput['what'], { kind: 'comparison' }>,
  title: string,
  now: Date,
): Promise<Result<Content, AppError>> {
  const { comparison, problems } = fromQuery(query)
  if (study === null && problems[0] !== undefined) {
    return err(appError('query-invalid', `${problems[0]}. Nothing was shared.`))
  }
  if (hasPage(study)) {
    const frozen = await freezeStudy(services, access, { kind: study, title, query, comparison, own }, now)
    if (frozen === null) return err(nothingToShare('study'))
    const request = { comparison, study: { kind: study, own: frozen.own } }
    return ok({ figures: [frozen], requests: [request], report: null })
  }
  const figure = await computeFigure(access, { title, study, query, comparison }, now)
  if (figure.grid.tables.length === 0) return err(nothingToShare('comparison'))
  return ok({ figures: [figure], requests: [{ comparison }], report: null })
}

const nothingToShare = (what: string): AppError =>
  appError('query-invalid', `This ${what} shows no result, so there is nothing to share. Change its filters first.`)

async function readReport(
  access: ProjectAccess,
  { slug, version }: Extract<NewShareInput['what'], { kind: 'report' }>,
): Promise<Result<Content, AppError>> {
  const found = await access.queries.reports.findVersion(slug, version)
  if (found === null)
    return err(
      appError('not-found', `This project has no version ${version} of that report. Choose a published version.`),
    )
  // Every figure of a published version was resolved, so the figures of the text and the frozen ones have the same
  // order.
  const textFigures = figuresOf(readReportText(found.content.text))
  const figures = (await readFrozenFigures(access, found)).map(({ figure }, at) => asShown(figure, textFigures[at]))
  const { title: _title, tldr, text } = found.content
  return ok({
    figures,
    requests: figures.map(({ comparison }) => ({ comparison })),
    report: { tldr, text, authors: found.authors, version },
    redraw: figures.map((figure, at) => (grid) => drawAgain(grid, figure, textFigures[at])),
  })
}

/** The figure as the report shows it: with the caption, tables and charts that the text selects. */
function asShown(frozen: FrozenFigure, figure: Figure | undefined): FrozenFigure {
  if (figure === undefined) return frozen
  const tables = frozen.grid.tables.filter((_, index) => figure.tables?.includes(index + 1) ?? true)
  const grid = { ...frozen.grid, tables }
  const charts = figureModels(figure, { grid, studyCharts: frozen.charts })
  return { ...frozen, title: figure.caption ?? frozen.title, grid, charts, show: figure.show }
}

const drawAgain = (grid: Grid, frozen: FrozenFigure, figure: Figure | undefined): ChartModel[] =>
  figure === undefined ? [...(frozen.charts ?? [])] : figureModels(figure, { grid, studyCharts: undefined })

function definitionsOf(figures: readonly SharedFigure[]): SharedDefinition[] {
  const parts = figures.flatMap(figureElements)
  const tables = gridsOf(parts).flatMap(({ grid }) => grid.tables)
  const cells = gridsOf(parts).flatMap(({ grid }) => cellsOfGrid(grid))
  const known = new Map([...cells, ...tables].map(({ metric, unit, better }) => [metric, { metric, unit, better }]))
  const metrics = [...known.values()]
    .filter(({ metric }) => metric !== PRIMARY_METRIC)
    .map((one) => ({ ...one, about: findKnownMetric(one.metric)?.about ?? '' }))
  const derived = factsOf(parts).flatMap(({ columns }) =>
    columns.flatMap(({ header, about }): SharedDefinition[] =>
      about === undefined ? [] : [{ metric: header, unit: '', better: 'neither', about }],
    ),
  )
  return [...metrics, ...new Map(derived.map((one) => [`${one.metric} ${one.about}`, one])).values()]
}
