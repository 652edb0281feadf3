import { err, ok } from '@assay/domain/result'
import { AttachmentName, MAX_ATTACHMENT_BYTES } from '@assay/domain/specs/attachments/attachment'
import { RESPONSE_KINDS } from '@assay/domain/specs/feedback'
import { specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { projectProcedure, writingProcedure } from '../access/project-input.ts'
import { appError } from '../errors.ts'
import { orThrow, router } from '../trpc.ts'
import { actOrAccept } from './accept-suggestion.ts'
import { attachFile } from './attach-file.ts'
import { exportRevision, exportSpec, fileOf, SpecFileFormat } from './export-spec.ts'
import { importRevision, importSpec } from './import-spec.ts'
import { listSpecPeople } from './list-spec-people.ts'
import { PreviewInput, previewSpec, readBase } from './preview-spec.ts'
import { readAttachment } from './read-attachment.ts'
import { readInbox } from './read-inbox.ts'
import { diffSpec, findLinkTarget, listSpecs, readSpec } from './read-spec.ts'
import { findSpec, findSpecFor, specActorOf } from './spec-access.ts'
import { createSpecLink, LinkDays, previewLink, revokeLink } from './spec-links.ts'
import { verifySpec } from './verify-spec.ts'
import { createSpec, reviseSpec } from './write-spec.ts'

/** Four characters of base64 have three bytes. One more is sent, so that the refusal names the size. */
const MAX_BASE64_CHARACTERS = 4 * Math.ceil((MAX_ATTACHMENT_BYTES + 100_000) / 3)

const byName = z.object({ name: z.string().max(20) })
const revision = z.int32().min(1)
/** Identifies a request, so that a retry is stored once. */
const once = z.uuid().optional()
const sentOnce = (name: string | undefined) => (name === undefined ? undefined : { once: name })

/** A read procedure with the actor in its context, because the response depends on who reads the spec. */
const readProcedure = projectProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, by: specActorOf(ctx.access, ctx.caller) } }),
)
/** A procedure for signed-in people; the rules of the spec decide on the action. */
const reviewingProcedure = readProcedure.use(({ ctx, next }) => {
  orThrow(ctx.caller.kind === 'person' ? ok(null) : err(appError('token-missing', 'Sign in to join a review.')))
  return next({ ctx })
})
const authoringProcedure = writingProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, by: specActorOf(ctx.access, ctx.caller) } }),
)

export const specsRouter = router({
  list: readProcedure.query(({ ctx }) => listSpecs(ctx.access, ctx.by)),
  /** Items that wait for the caller in the specs of the project. */
  inbox: readProcedure.query(({ ctx }) => readInbox(ctx.access, ctx.by, ctx.services.now())),
  get: readProcedure
    .input(byName.extend({ revision: revision.optional(), asResolved: z.boolean().default(false) }))
    .query(async ({ ctx, input }) =>
      orThrow(await readSpec(ctx.services, ctx.access, ctx.by, { ...input, now: ctx.services.now() })),
    ),
  revisions: readProcedure.input(byName).query(async ({ ctx, input }) => {
    const { id } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
    return ctx.access.queries.specs.revisions(id)
  }),
  /** Compares the stored spec with its seal. */
  verify: readProcedure
    .input(byName)
    .query(async ({ ctx, input }) => orThrow(await verifySpec(ctx.access, ctx.by, input.name))),
  /** Differences between two revisions, by section. */
  diff: readProcedure
    .input(byName.extend({ from: revision, to: revision }))
    .query(async ({ ctx, input }) => orThrow(await diffSpec(ctx.access, ctx.by, input))),
  /** Finds the target of a permanent link to a heading, a paragraph or a comment. */
  findBlock: readProcedure
    .input(byName.extend({ blockName: z.string().max(300) }))
    .query(async ({ ctx, input }) => orThrow(await findLinkTarget(ctx.access, ctx.by, input))),
  /** Searches texts, comments, responses and evidence of the specs that the caller can see. */
  search: readProcedure
    .input(z.object({ words: z.string().trim().min(1).max(200), response: z.enum(RESPONSE_KINDS).optional() }))
    .query(async ({ ctx, input }) => {
      const [hits, seen] = await Promise.all([
        ctx.access.queries.specs.search(input.words, input.response),
        listSpecs(ctx.access, ctx.by),
      ])
      const names = new Set(seen.map(specName))
      return hits.filter(({ spec }) => names.has(specName(spec)))
    }),
  create: authoringProcedure.input(z.object({ spec: z.unknown(), once })).mutation(async ({ ctx, input }) => {
    const { spec } = orThrow(
      await createSpec(ctx.services, ctx.access, ctx.by, input.spec, { sent: sentOnce(input.once) }),
    )
    return { name: specName(spec) }
  }),
  revise: authoringProcedure.input(byName.extend({ revision: z.unknown(), once })).mutation(async ({ ctx, input }) =>
    orThrow(
      await reviseSpec(ctx.services, ctx.access, ctx.by, {
        name: input.name,
        input: input.revision,
        sent: sentOnce(input.once),
        now: ctx.services.now(),
      }),
    ),
  ),
  /** Stores an image or another file for a text. Only the caller can read it until a revision uses it. */
  attach: authoringProcedure
    .input(z.object({ fileName: z.string().max(300), contentBase64: z.base64().max(MAX_BASE64_CHARACTERS) }))
    .mutation(async ({ ctx, input: { fileName, contentBase64 } }) =>
      orThrow(await attachFile(ctx.access, ctx.by, { fileName, content: Buffer.from(contentBase64, 'base64') })),
    ),
  /** An attachment of a spec; without the spec, an own upload. */
  attachment: readProcedure
    .input(z.object({ spec: z.string().max(20).nullable().default(null), name: AttachmentName }))
    .query(async ({ ctx, input }) => orThrow(await readAttachment(ctx.access, ctx.by, input))),
  /** Everything that a public link would show, and the existing links. */
  linkPreview: authoringProcedure
    .input(byName)
    .query(async ({ ctx, input }) => orThrow(await previewLink(ctx.services, ctx.access, ctx.by, input.name))),
  /** The secret is returned only here. */
  createLink: authoringProcedure
    .input(byName.extend({ days: LinkDays }))
    .mutation(async ({ ctx, input }) => orThrow(await createSpecLink(ctx.services, ctx.access, ctx.by, input))),
  revokeLink: authoringProcedure
    .input(byName.extend({ id: z.uuid() }))
    .mutation(async ({ ctx, input }) => orThrow(await revokeLink(ctx.access, ctx.by, input))),
  /** A revision with its whole appendix, as a text file; REST exports PDF as well. */
  export: readProcedure
    .input(
      byName.extend({ revision: revision.optional(), format: SpecFileFormat.exclude(['pdf']).default('markdown') }),
    )
    .query(async ({ ctx, input }) => {
      const { name, format } = input
      const read = { name, revision: input.revision }
      const whole = orThrow(await exportRevision(ctx.services, ctx.access, ctx.by, read))
      return { ...fileOf(whole, format), text: String(await exportSpec(whole, format)) }
    }),
  /** Creates a spec from a file, with its history when it was exported; only the text when it was edited since. */
  import: authoringProcedure.input(z.object({ spec: z.unknown() })).mutation(async ({ ctx, input }) => {
    const { stored, brought } = orThrow(await importSpec(ctx.services, ctx.access, ctx.by, input.spec))
    return { name: specName(stored.spec), brought }
  }),
  /** Stores the text of a file as the next revision of a spec. */
  importRevision: authoringProcedure.input(byName.extend({ revision: z.unknown() })).mutation(async ({ ctx, input }) =>
    orThrow(
      await importRevision(ctx.services, ctx.access, ctx.by, {
        name: input.name,
        input: input.revision,
        now: ctx.services.now(),
      }),
    ),
  ),
  /** The rendered text with placeholders for its figures, and the figures. */
  preview: authoringProcedure.input(PreviewInput).mutation(async ({ ctx, input }) => {
    const before = input.of === null ? null : await readBase(ctx.access, ctx.by, input.of)
    const name = input.of?.name ?? null
    return previewSpec(ctx.services, ctx.access, ctx.by, { ...input, name, before, now: ctx.services.now() })
  }),
  /** All other actions on a spec, for members of the project and invited reviewers. */
  act: reviewingProcedure.input(byName.extend({ action: z.unknown(), once })).mutation(async ({ ctx, input }) => {
    const { name, action, once } = input
    const { spec } = orThrow(
      await actOrAccept(ctx.services, ctx.access, ctx.by, {
        name,
        input: action,
        now: ctx.services.now(),
        sent: sentOnce(once),
      }),
    )
    return { state: spec.state, revision: spec.revision, feedback: spec.feedback.length }
  }),
  /** Lists which of the caller's unconfirmed requests were stored. */
  sent: reviewingProcedure
    .input(z.object({ once: z.array(z.uuid()).max(100) }))
    .query(({ ctx, input }) => ctx.access.queries.specs.sent(ctx.by.person.key, input.once)),
  /** Texts of authors who saved second. */
  copies: authoringProcedure.input(byName).query(async ({ ctx, input }) => {
    const { id } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
    return ctx.access.queries.specs.copies(id)
  }),
  removeCopy: authoringProcedure.input(byName.extend({ id: z.uuid() })).mutation(async ({ ctx, input }) => {
    const { id } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
    return ctx.access.queries.specs.removeCopy(id, input.id)
  }),
  recordRead: reviewingProcedure.input(byName.extend({ revision })).mutation(async ({ ctx, input }) => {
    const { id, spec } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
    if (input.revision <= spec.revision) await ctx.access.queries.specs.recordRead(id, input.revision, ctx.by.person)
  }),
  /** Tells others who have the spec open that the caller is editing its text. Nothing is stored. */
  announceEditing: authoringProcedure.input(byName).mutation(async ({ ctx, input }) => {
    const { id } = orThrow(await findSpecFor(ctx.access, ctx.by, { name: input.name, right: 'edit' }))
    ctx.access.queries.specs.announceEditing(id, ctx.by.person)
  }),
  /** People who can become its scribe, author or owner. */
  people: authoringProcedure.input(byName).query(async ({ ctx, input }) => {
    const stored = orThrow(await findSpec(ctx.access, ctx.by, input.name))
    return listSpecPeople(ctx.caller.kind === 'person' ? ctx.services.db : null, ctx.access, stored)
  }),
  /** Lists who opened which revision. */
  listReadReceipts: authoringProcedure.input(byName).query(async ({ ctx, input }) => {
    const { id } = orThrow(await findSpec(ctx.access, ctx.by, input.name))
    return ctx.access.queries.specs.listReadReceipts(id)
  }),
})
