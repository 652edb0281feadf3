import { ok } from '@assay/domain/result'
import { Attachment, attachmentMarkdown, MAX_ATTACHMENT_BYTES } from '@assay/domain/specs/attachments/attachment'
import { z } from 'zod'
import { jsonResponse } from '../http/problem-document.ts'
import { readBytes } from '../http/read-body.ts'
import { attachFile } from '../specs/attach-file.ts'
import { attachmentResponse, readAttachment } from '../specs/read-attachment.ts'
import { specActorOf } from '../specs/spec-access.ts'
import { answerInProject } from './answer-in-project.ts'
import { type RestRoute, restRoute } from './route.ts'
import { InProject, READ, SPECS, WithSpec } from './spec-paths.ts'

/** One more byte is read than allowed, so that the refusal names the limit of attachments. */
const MAX_BODY_BYTES = MAX_ATTACHMENT_BYTES + 100_000

/** Images and other files of specs. */
export const specAttachmentRoutes: readonly RestRoute[] = [
  restRoute({
    method: 'post',
    path: `${SPECS}/attachments`,
    operationId: 'addSpecAttachment',
    summary: 'Store an image or another file for the text of a spec',
    description:
      'At most 5 MB. The type is that of the content: PNG, JPEG, GIF, WebP and SVG are shown, other files are downloads. Only allowed elements and attributes of an SVG are stored. The answer has the Markdown that refers to it. Only the caller can read it until a revision uses it; unused files are deleted after 30 days.',
    access: 'upload',
    limit: 'upload',
    pathSchema: InProject,
    querySchema: z.strictObject({
      name: z.string().max(300).default('file').describe('file name, whose words become part of the name'),
      alt: z.string().max(500).default('').describe('words that say what an image shows'),
    }),
    bodies: [{ mediaType: 'application/octet-stream', description: 'The content' }],
    answers: [
      {
        status: 201,
        description: 'Stored',
        mediaType: 'application/json',
        schema: Attachment.extend({ markdown: z.string() }).meta({ id: 'SpecAttachment' }),
      },
    ],
    errors: [
      ...READ,
      ...(['token-missing', 'scope-missing', 'role-missing', 'body-malformed', 'body-too-large'] as const),
      ...(['document-invalid', 'query-invalid', 'quota-exceeded'] as const),
    ],
    handle: ({ request, services, caller, path, query: { name, alt } }) =>
      answerInProject({ services, caller, path }, 'write', async (access) => {
        const bytes = await readBytes(request, { packed: MAX_BODY_BYTES, unpacked: MAX_BODY_BYTES })
        if (!bytes.ok) return bytes
        const stored = await attachFile(access, specActorOf(access, caller), { fileName: name, content: bytes.value })
        if (!stored.ok) return stored
        const markdown = attachmentMarkdown(stored.value, alt || stored.value.name)
        return ok(jsonResponse({ ...stored.value, markdown }, { status: 201 }))
      }),
  }),
  restRoute({
    method: 'get',
    path: `${SPECS}/{spec}/attachments/{name}`,
    operationId: 'getSpecAttachment',
    summary: 'An attachment of a spec',
    access: 'read',
    pathSchema: WithSpec.extend({ name: z.string().max(100) }),
    answers: [{ status: 200, description: 'The content', mediaType: 'application/octet-stream' }],
    errors: READ,
    handle: ({ services, caller, path }) =>
      answerInProject({ services, caller, path }, 'read', async (access) => {
        const file = await readAttachment(access, specActorOf(access, caller), path)
        return file.ok ? ok(attachmentResponse(file.value)) : file
      }),
  }),
]
