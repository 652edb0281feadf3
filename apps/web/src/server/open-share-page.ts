import { requestFacts } from '@assay/api/access/request-facts'
import { appError } from '@assay/api/errors'
import { problemResponse } from '@assay/api/http/problem-document'
import { checkSharePassword } from '@assay/api/shares/check-share-password'
import { Masking } from '@assay/api/shares/masking'
import { type Opened, openShare, reproduceShare, type ShareAddress } from '@assay/api/shares/open-share'
import { passwordProof } from '@assay/api/shares/share-secret'
import { hostCookieName, writeHostCookie } from '@assay/domain/account/host-cookie'
import { TRPCError } from '@trpc/server'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { demandCaller, getOrigin } from '../trpc/server-caller.ts'
import { services } from './web-services.ts'

const COOKIE = 'assay-share'
const DAY_SECONDS = 86_400

async function open(address: ShareAddress): Promise<Opened> {
  const proof = (await cookies()).get(hostCookieName(COOKIE, await getOrigin()))?.value ?? null
  return openShare(await services(), address, { caller: await demandCaller(), proof })
}

/** Opens a shared link by its secret; fetched once for a page and its metadata. */
export const getShare = cache((secret: string) => open({ secret }))

export const getPublished = cache((organization: string, slug: string) => open({ organization, slug }))

/** Compares today's data with the frozen figures. */
export const getReproduction = cache(async (opened: Extract<Opened, { kind: 'open' }>) =>
  reproduceShare(await services(), opened.found, opened.share.content),
)

/** Parses the masks in the address of a preview; no masks when they are invalid. */
export function readMaskingText(text: string | null): Masking {
  const read = Masking.safeParse(text === null ? {} : parseJson(text))
  return read.success ? read.data : Masking.parse({})
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Resolves to the value, or to the error message of a failed request. */
export async function detailOf<T>(answer: Promise<T>): Promise<{ value: T } | { detail: string }> {
  try {
    return { value: await answer }
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'UNPROCESSABLE_CONTENT') return { detail: error.message }
    throw error
  }
}

/** The same response for every invalid address. */
export const nothingThere = () =>
  problemResponse(appError('not-found', 'Page not found. Check the address, or ask for a new link.'))

/**
 * Checks the password of a link. @returns a cookie that opens it; null for a wrong password; a response after too many
 * attempts
 */
export async function tryPassword(
  secret: string,
  password: string,
  request: Request,
): Promise<string | null | Response> {
  const opened = await getShare(secret)
  if (opened.kind !== 'password') return null
  const guessed = await checkSharePassword(await services(), requestFacts(request.headers), opened.found, password)
  if (guessed instanceof Response) return guessed
  if (!guessed) return null
  return writeHostCookie(COOKIE, passwordProof(opened.found), { url: await getOrigin(), maxAgeSeconds: DAY_SECONDS })
}
