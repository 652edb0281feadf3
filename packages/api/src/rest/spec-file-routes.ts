import { ok } from '@assay/domain/result'
import { SPEC_STATES, specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { DOCUMENT_FORMATS } from '../pdf/document-formats.ts'
import { exportRevision, SpecFileFormat, specFileResponse } from '../specs/export-spec.ts'
import { ImportRevisionInput, ImportSpecInput, importRevision, importSpec } from '../specs/import-spec.ts'
import { specActorOf } from '../specs/spec-access.ts'
import { answerInProject } from './answer-in-project.ts'
import { withIdempotencyKey } from './idempotency-key.ts'
import { revisionRoute } from './revision-route.ts'
import { type RestRoute, restRoute } from './route.ts'
import { InProject, READ, RevisionNumber, SPECS, WithSpec, WRITE } from './spec-paths.ts'

/** Export and import of specs as files. */
export const specFileRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'get',
    path: `${SPECS}/{spec}/export`,
    operationId: 'exportSpec',
    summary: 'A revision of a spec with its appendix, as a file',
    description:
      'The current revision by default. HTML is one file that opens without a network. Markdown has the exact text; JSON has every revision, comment and response. importSpec accepts both.',
    access: 'read',
    pathSchema: WithSpec,
    querySchema: z.strictObject({
      format: SpecFileFormat.default('markdown'),
      revision: RevisionNumber.optional(),
    }),
    answers: Object.values(DOCUMENT_FORMATS).map(({ mediaType }) => ({
      status: 200,
      description: 'The spec',
      mediaType,
    })),
    errors: [...READ, 'query-invalid', 'too-heavy'],
    handle: ({ services, caller, path, query: { format, revision } }) =>
      answerInProject({ services, caller, path }, 'read', async (access) => {
        const input = { name: path.spec, revision }
        const whole = await exportRevision(services, access, specActorOf(access, caller), input)
        return whole.ok ? ok(await specFileResponse(services, whole.value, format)) : whole
      }),
  }),
  restRoute({
    method: 'post',
    path: `${SPECS}/import`,
    operationId: 'importSpec',
    summary: 'Create a spec from a file',
    description:
      'A file of exportSpec restores every revision, comment and response, and its number if that was never used here; the caller becomes its owner, and people are kept by name. If its text was edited, or the file is other Markdown, only the text becomes a draft.',
    access: 'upload',
    pathSchema: InProject,
    bodies: [{ mediaType: 'application/json', schema: ImportSpecInput, description: 'The file' }],
    answers: [
      {
        status: 201,
        description: 'Its number, and if its history was restored',
        mediaType: 'application/json',
        schema: z
          .object({
            name: z.string(),
            state: z.enum(SPEC_STATES),
            revision: z.int(),
            brought: z.enum(['whole', 'text']),
          })
          .meta({ id: 'SpecImportAnswer' }),
      },
    ],
    takesKey: true,
    errors: WRITE,
    handle: (call) =>
      withIdempotencyKey(
        call,
        'write',
        async (access, body, sent) => {
          const imported = await importSpec(call.services, access, specActorOf(access, call.caller), body, sent)
          if (!imported.ok) return imported
          const { stored, brought } = imported.value
          const { state, revision } = stored.spec
          return ok({ name: specName(stored.spec), state, revision, brought })
        },
        201,
      ),
  }),
  revisionRoute({
    path: `${SPECS}/{spec}/import`,
    operationId: 'importSpecRevision',
    summary: 'Store the text of a file as the next revision of a spec',
    description:
      'The title block, figures and appendix of the file are not part of the text, which is stored unchanged.',
    body: { schema: ImportRevisionInput, description: 'The file' },
    save: importRevision,
  }),
]
