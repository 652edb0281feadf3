import { requestFacts } from '@assay/api/access/request-facts'
import { resolveCaller } from '@assay/api/access/resolve-access'
import { createCaller } from '@assay/api/router'
import { orThrow } from '@assay/api/trpc'
import { TRPCError } from '@trpc/server'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { services } from './services.ts'

/** The procedures of the api for this request, called without HTTP; the same checks apply. */
export const api = cache(async () => {
  const opened = await services()
  const caller = orThrow(await resolveCaller(opened, requestFacts(await headers())))
  return createCaller({ services: opened, caller })
})

/** The answer, or Next's not-found page when the api says that there is no such thing or the address holds no id. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) notFound()
    throw error
  }
}

/** What the caller keeps of the project; null for who is not signed in. Asked by layout and page, fetched once. */
export const getMine = cache(async (project: string) => (await api()).favourites.mine({ project }))

/** The project of an address; asked for by layout and page alike, fetched once. */
export const getProject = cache(async (project: string) => orNotFound((await api()).projects.bySlug({ project })))
