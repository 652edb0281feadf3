'use client'

import type { AppRouter } from '@assay/api/router'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { trpcPath } from '../paths.ts'

/** Maximum procedures in one request; the server refuses more. */
const MAX_BATCH = 20

/**
 * Procedures called from the browser. Import it lazily, because a page must be readable before this module is loaded.
 */
export const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: trpcPath(), maxItems: MAX_BATCH })] })

export type Client = typeof client
