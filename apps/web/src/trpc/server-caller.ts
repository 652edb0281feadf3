import { requestFacts } from '@assay/api/access/request-facts'
import { resolveCaller } from '@assay/api/access/resolve-access'
import type { SeenState } from '@assay/api/events/event-hub'
import { createCaller } from '@assay/api/router'
import { projectKey } from '@assay/domain/projects/project-key'
import { TRPCError } from '@trpc/server'
import { headers } from 'next/headers'
import { notFound, unauthorized } from 'next/navigation'
import { cache } from 'react'
import { services } from '../server/web-services.ts'

const facts = async () => requestFacts(await headers())

/** The caller of this request, resolved once. */
const getCaller = cache(async () => resolveCaller(await services(), await facts()))

/** The caller of a page or route; an invalid bearer token gets status 401 (app/unauthorized.tsx). */
export const demandCaller = cache(async () => {
  const caller = await getCaller()
  return caller.ok ? caller.value : unauthorized()
})

/** The procedures of the api for this request, called without HTTP; the same checks apply. */
export const api = cache(async () => createCaller({ services: await services(), caller: await demandCaller() }))

/** The signed-in person; null for all other callers. */
export async function getPerson() {
  const caller = await getCaller()
  return caller.ok && caller.value.kind === 'person' ? caller.value.person : null
}

/** The account procedures with the facts of this request, which they need. */
export const getAccounts = async () => ({ accounts: (await services()).accounts, request: await facts() })

/** Public address of this server, the base of absolute links. */
export const getOrigin = async () => (await services()).publicUrl

/**
 * The position in the stream of events from which a page receives later ones; null for visitors who are not signed in. A
 * page reads it before its data, so that it misses no change.
 */
export async function getEventPosition(): Promise<SeenState | null> {
  return (await getPerson()) === null ? null : (await services()).events.seenState()
}

/** The nonce of scripts in this response, as the listener passed it to Next; undefined where there is no policy. */
export const getNonce = async () => /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1]

/** The response, or the not-found page of Next when the api reports a missing item or an invalid id. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof TRPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')) notFound()
    throw error
  }
}

/** Favorites and recently viewed pages of the caller; null for anonymous callers. Layout and page share one query. */
export const getMine = cache(async (project: string) => (await api()).favorites.mine({ project }))

/** The project of an address; layout and page share one query. */
export const getProject = cache(async (project: string) => orNotFound((await api()).projects.bySlug({ project })))

/** The key of the project of an address, for links and calls of its pages. */
export const getProjectKey = async (named: string): Promise<string> => projectKey(await getProject(named))

/** Write permission of the caller, which decides which forms the pages show. The procedures check it again. */
export const getMayWrite = cache(async (project: string): Promise<'yes' | 'no' | 'sign-in'> => {
  if (await (await api()).projects.mayWrite({ project })) return 'yes'
  return (await getPerson()) === null ? 'sign-in' : 'no'
})

/** Longest life of a link of the project in days, by the policy of its organization; null for no limit. */
export const getMaxLinkDays = cache(
  async (project: string): Promise<number | null> => (await (await api()).shares.policy({ project })).maxDays,
)

/** True when the caller manages a project: its settings, tokens and members. */
export const getManages = cache(async (project: string): Promise<boolean> => {
  const { role } = await (await api()).projects.mine({ project })
  return role === 'owner' || role === 'maintainer'
})
