import { requestFacts } from '@assay/api/access/request-facts'
import { resolveCaller } from '@assay/api/access/resolve-access'
import { createCaller } from '@assay/api/router'
import { orThrow } from '@assay/api/trpc'
import { TRPCError } from '@trpc/server'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { services } from './services.ts'

const facts = async () => requestFacts(await headers())

/** Who asks for this page; found once. */
export const getCaller = cache(async () => resolveCaller(await services(), await facts()))

/** The procedures of the api for this request, called without HTTP; the same checks apply. */
export const api = cache(async () => createCaller({ services: await services(), caller: orThrow(await getCaller()) }))

/** Who is signed in; null for everybody else. */
export async function getPerson() {
  const caller = await getCaller()
  return caller.ok && caller.value.kind === 'person' ? caller.value.person : null
}

/** What people do with their account, and this request, of which they are asked. */
export const getAccounts = async () => ({ accounts: (await services()).accounts, request: await facts() })

/** Address under which people reach this server, before paths. */
export const getOrigin = async () => (await services()).publicUrl

/** What lets a script of this answer run, as the listener told Next; undefined where there is no policy. */
export const getNonce = async () => /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1]

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

/** Whether the caller may write to a project: what decides which forms its pages show. The procedures ask again. */
export const getMayWrite = cache(async (project: string): Promise<'yes' | 'no' | 'sign-in'> => {
  if (await (await api()).projects.mayWrite({ project })) return 'yes'
  return (await getPerson()) === null ? 'sign-in' : 'no'
})

/** Whether the caller manages a project: its settings, tokens and accounts. */
export const getManages = cache(async (project: string): Promise<boolean> => {
  const { role } = await (await api()).projects.mine({ project })
  return role === 'owner' || role === 'maintainer'
})
