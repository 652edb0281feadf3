'use client'

import type { AppRouter } from '@assay/api/router'
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'
import { trpcPath } from '../paths.ts'

/** Procedures that write: they need a token of the project, which `npm start` prints and a browser is told once. */
export const writingClient = (token: string) =>
  createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: trpcPath(), headers: { authorization: `Bearer ${token}` } })],
  })

export type WritingClient = ReturnType<typeof writingClient>

/** What went wrong, in the words of the server; a sentence about the connection when it did not answer. */
export function failureText(error: unknown): string {
  if (error instanceof TRPCClientError) {
    if (error.data != null) return error.message
    // Before a procedure is reached, a refusal is a problem document as REST has it.
    const problem: unknown = error.meta?.responseJSON
    if (typeof problem === 'object' && problem !== null && 'detail' in problem) return String(problem.detail)
  }
  return 'The server did not answer. Nothing was stored; try again.'
}
