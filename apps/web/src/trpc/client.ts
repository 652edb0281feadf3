'use client'

import type { AppRouter } from '@assay/api/router'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { trpcPath } from '../paths.ts'

/** Procedures called from the browser. Import it lazily: a page must be readable before this has arrived. */
export const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: trpcPath() })] })

export type Client = typeof client
