import { noteText, Slug } from '@assay/domain/findings/notes/note-text'
import { MAX_REPORT_CHARACTERS } from '@assay/domain/publish/report/report-content'
import { z } from 'zod'
import { projectProcedure, writingProcedure } from '../access/project-input.ts'
import { PageQuery } from '../http/query-of-address.ts'
import { orNotFound } from '../or-not-found.ts'
import { orThrow, router } from '../trpc.ts'
import { diffReports } from './diff-reports.ts'
import { findChart } from './find-chart.ts'
import { publishVersion } from './publish-version.ts'
import { readReproducedFigures } from './read-frozen-figures.ts'
import { resolveText } from './resolve-figures.ts'
import { studyCharts } from './study-charts.ts'
import { suggestTldr } from './suggest-tldr.ts'
import { createReport, removeReport, saveDraft } from './write-reports.ts'

const bySlug = z.object({ slug: Slug })
const Text = z.object({ text: z.string().max(MAX_REPORT_CHARACTERS) })
const number = z.int32().min(1)

export const reportsRouter = router({
  /** Reports with a published version, in that version. */
  list: projectProcedure.query(({ ctx }) => ctx.access.queries.reports.list()),
  /** All reports, with the title and text of their drafts. */
  drafts: writingProcedure.query(({ ctx }) => ctx.access.queries.reports.list({ drafts: true })),
  /** A published version; the newest one when no number is given. */
  version: projectProcedure
    .input(bySlug.extend({ number: number.optional() }))
    .query(async ({ ctx, input }) =>
      orNotFound(await ctx.access.queries.reports.findVersion(input.slug, input.number), 'version of a report'),
    ),
  /** The frozen figures of a version, compared with current results. */
  figures: projectProcedure.input(bySlug.extend({ number })).query(async ({ ctx, input }) => {
    const version = orNotFound(
      await ctx.access.queries.reports.findVersion(input.slug, input.number),
      'version of a report',
    )
    return readReproducedFigures(ctx.access, version)
  }),
  /** A chart of a figure of a version; both are counted from 1. */
  chart: projectProcedure
    .input(bySlug.extend({ number, figure: number, chart: number }))
    .query(async ({ ctx, input }) => orNotFound(await findChart(ctx.access, input), 'chart of a report')),
  versions: projectProcedure.input(bySlug).query(async ({ ctx, input }) => {
    const { versions } = orNotFound(await ctx.access.queries.reports.find(input.slug), 'report')
    return versions
  }),
  /** Differences between two versions. */
  diff: projectProcedure
    .input(bySlug.extend({ from: number, to: number }))
    .query(async ({ ctx, input: { slug, from, to } }) => {
      const { reports } = ctx.access.queries
      const [a, b] = await Promise.all([reports.findVersion(slug, from), reports.findVersion(slug, to)])
      return diffReports({ from: orNotFound(a, 'version').content, to: orNotFound(b, 'version').content })
    }),
  draft: writingProcedure
    .input(bySlug)
    .query(async ({ ctx, input }) => orNotFound(await ctx.access.queries.reports.find(input.slug), 'report')),
  /** The sections of a text; each figure has its comparison or its problems. */
  sections: projectProcedure.input(Text).query(({ ctx, input }) => resolveText(ctx.access, input.text)),
  /** The charts of a study page from current results, for a figure of a draft; null when there is no such page. */
  studyCharts: projectProcedure
    .input(z.object({ study: z.string().max(60).nullable(), query: PageQuery }))
    .query(async ({ ctx, input }) => (await studyCharts(ctx.services, ctx.access, input)) ?? null),
  suggestTldr: writingProcedure.input(Text).query(({ ctx, input }) => suggestTldr(ctx.access, input.text)),
  create: writingProcedure.input(z.object({ content: z.unknown() })).mutation(async ({ ctx, input }) => {
    const { slug, revision } = orThrow(await createReport(ctx.access, input.content))
    return { slug, revision }
  }),
  save: writingProcedure
    .input(bySlug.extend({ draft: z.unknown() }))
    .mutation(async ({ ctx, input }) => orThrow(await saveDraft(ctx.access, input.slug, input.draft))),
  /** Publishes the stored draft as a version. */
  publish: writingProcedure
    .input(bySlug.extend({ revision: number, note: noteText(500).nullable() }))
    .mutation(async ({ ctx, input: { slug, revision, note } }) => {
      const made = orThrow(
        await publishVersion(ctx.services, ctx.access, { slug, revision, note, now: ctx.services.now() }),
      )
      return { number: made.number }
    }),
  removeCopy: writingProcedure
    .input(bySlug.extend({ id: z.uuid() }))
    .mutation(({ ctx, input }) => ctx.access.queries.reports.removeCopy(input.slug, input.id)),
  remove: writingProcedure
    .input(bySlug)
    .mutation(async ({ ctx, input }) => orThrow(await removeReport(ctx.access, input.slug))),
})
