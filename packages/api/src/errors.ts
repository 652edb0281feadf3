import type { TRPC_ERROR_CODE_KEY } from '@trpc/server'

/** A location of a problem: a JSON pointer into a document, or a file and line of raw output. */
export type ErrorLocation = { pointer?: string; file?: string; line?: number; message: string }

/** A fact that an upload lacks, with the parameter that states it. */
type ErrorQuestion = {
  field: string
  /** Name of the query or form parameter that answers it. */
  parameter: string
  file: string
  runs: number
  candidates: readonly string[]
}

/** Every error that an endpoint can return, with the values that its message needs. */
export type AppError = {
  code: AppErrorCode
  /** One sentence that states the problem and the next step. */
  detail: string
  places?: readonly ErrorLocation[]
  questions?: readonly ErrorQuestion[]
}

/** Maps each error code to its status in REST and tRPC. */
export const ERRORS = {
  'body-malformed': { status: 400, trpc: 'BAD_REQUEST', title: 'The body cannot be read' },
  'body-late': { status: 408, trpc: 'TIMEOUT', title: 'The body arrived too slowly' },
  'token-in-url': { status: 400, trpc: 'BAD_REQUEST', title: 'The URL contains a token' },
  'token-missing': { status: 401, trpc: 'UNAUTHORIZED', title: 'A token is needed' },
  'token-unknown': { status: 401, trpc: 'UNAUTHORIZED', title: 'The token is not valid' },
  'sign-in-failed': { status: 401, trpc: 'UNAUTHORIZED', title: 'Sign-in failed' },
  'sign-in-too-old': { status: 403, trpc: 'FORBIDDEN', title: 'A recent sign-in is needed' },
  'scope-missing': { status: 403, trpc: 'FORBIDDEN', title: 'The token does not allow this' },
  'role-missing': { status: 403, trpc: 'FORBIDDEN', title: 'Your role does not allow this' },
  'quota-exceeded': { status: 403, trpc: 'FORBIDDEN', title: 'Quota exceeded' },
  'origin-foreign': { status: 403, trpc: 'FORBIDDEN', title: 'The request came from another site' },
  'not-found': { status: 404, trpc: 'NOT_FOUND', title: 'Not found' },
  'spec-incomplete': { status: 409, trpc: 'CONFLICT', title: 'A precondition is not met' },
  conflict: { status: 409, trpc: 'CONFLICT', title: 'The request conflicts with the current state' },
  'chunks-missing': { status: 409, trpc: 'CONFLICT', title: 'Chunks of the upload are missing' },
  'result-conflict': { status: 409, trpc: 'CONFLICT', title: 'A result is stored with another value' },
  'method-not-allowed': { status: 405, trpc: 'METHOD_NOT_SUPPORTED', title: 'Method not allowed' },
  'body-too-large': { status: 413, trpc: 'PAYLOAD_TOO_LARGE', title: 'The body is too large' },
  'content-type-unknown': { status: 415, trpc: 'UNSUPPORTED_MEDIA_TYPE', title: 'The content type is not supported' },
  'query-invalid': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The query is not valid' },
  'document-invalid': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The document does not match its schema' },
  'key-reused': {
    status: 422,
    trpc: 'UNPROCESSABLE_CONTENT',
    title: 'The idempotency key was used for another request',
  },
  'run-differs': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The run id belongs to another run' },
  contradiction: { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The document contradicts stored facts' },
  'archive-refused': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The archive is not accepted' },
  'profile-invalid': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The import profile is not valid' },
  'run-refused': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The output is truncated or contradicts itself' },
  'nothing-understood': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'No run was recognized' },
  'question-open': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'A fact is missing' },
  'results-contradict': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The results contradict each other' },
  'blob-differs': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The content does not match its hash' },
  'too-heavy': { status: 422, trpc: 'UNPROCESSABLE_CONTENT', title: 'The request is too expensive' },
  'too-many-requests': { status: 429, trpc: 'TOO_MANY_REQUESTS', title: 'Too many requests' },
  unavailable: { status: 503, trpc: 'SERVICE_UNAVAILABLE', title: 'Not available right now' },
} as const satisfies Record<string, { status: number; trpc: TRPC_ERROR_CODE_KEY; title: string }>

export type AppErrorCode = keyof typeof ERRORS

export const appError = (code: AppErrorCode, detail: string, locations?: readonly ErrorLocation[]): AppError =>
  locations === undefined ? { code, detail } : { code, detail, places: locations }
