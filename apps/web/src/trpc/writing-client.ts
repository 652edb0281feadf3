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
export const failureText = (error: unknown): string =>
  error instanceof TRPCClientError && error.data != null
    ? error.message
    : 'The server did not answer. Nothing was stored; try again.'
