'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Candidate } from '../../trpc/api-types.ts'

/** A new link, which is shown only once. */
export type NewGuestLink = { for: string; url: string; sent: boolean }

/** Actions of authors on the reviewers of a spec; errors are shown in the words of the server. */
export function useReviewers(project: string, name: string) {
  const router = useRouter()
  const [state, setState] = useState<{ busy: boolean; failure: string; link: NewGuestLink | null }>({
    busy: false,
    failure: '',
    link: null,
  })
  const load = async () => (await import('../../trpc/client.ts')).client.reviewers

  /** Runs an action and shows its outcome; `null` when it was refused. */
  const run = async <T>(
    work: (reviewers: Awaited<ReturnType<typeof load>>) => Promise<T>,
    linkOf: (made: T) => NewGuestLink | null = () => null,
  ): Promise<boolean> => {
    setState((before) => ({ ...before, busy: true, failure: '' }))
    try {
      const link = linkOf(await work(await load()))
      setState({ busy: false, failure: '', link })
      router.refresh()
      return true
    } catch (error) {
      const { failureText } = await import('../../trpc/failure-text.ts')
      setState((before) => ({ ...before, busy: false, failure: failureText(error) }))
      return false
    }
  }
  const of = { project, name }
  return {
    ...state,
    candidates: async (): Promise<readonly Candidate[]> => (await load()).candidates.query(of).catch(() => []),
    /** Invites one of several people; the caller shows the outcome of all. */
    inviteOne: async (one: { personId: string } | { reader: string; email: string }) => {
      try {
        const reviewers = await load()
        if ('personId' in one) {
          await reviewers.inviteMember.mutate({ ...of, personId: one.personId })
          return { link: null }
        }
        const { reader, email } = one
        return { link: { for: reader, ...(await reviewers.inviteGuest.mutate({ ...of, reader, email, until: null })) } }
      } catch (error) {
        const { failureText } = await import('../../trpc/failure-text.ts')
        return { failure: failureText(error) }
      }
    },
    refresh: () => router.refresh(),
    inviteMember: (personId: string) => run((reviewers) => reviewers.inviteMember.mutate({ ...of, personId })),
    inviteGuest: (input: { reader: string; email: string; until: string | null }) =>
      run(
        (reviewers) => reviewers.inviteGuest.mutate({ ...of, ...input }),
        (made) => ({ for: input.reader, ...made }),
      ),
    renewLink: (input: { key: string; reader: string; until: string | null }) =>
      run(
        (reviewers) => reviewers.renewLink.mutate({ ...of, key: input.key, until: input.until }),
        (made) => ({ for: input.reader, ...made }),
      ),
    revokeLink: (key: string) => run((reviewers) => reviewers.revokeLink.mutate({ ...of, key })),
  }
}
