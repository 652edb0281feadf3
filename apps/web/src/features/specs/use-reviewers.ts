'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Candidate } from '../../trpc/answers.ts'

/** A link that was just made: it is shown once. */
export type MadeLink = { for: string; url: string; sent: boolean }

/** Actions of authors on the reviewers of a spec; errors are shown in the words of the server. */
export function useReaders(project: string, name: string) {
  const router = useRouter()
  const [state, setState] = useState<{ busy: boolean; failure: string; link: MadeLink | null }>({
    busy: false,
    failure: '',
    link: null,
  })
  const load = async () => (await import('../../trpc/client.ts')).client.readers

  /** Runs it, and shows what came of it; `null` when it was refused. */
  const run = async <T>(
    work: (readers: Awaited<ReturnType<typeof load>>) => Promise<T>,
    linkOf: (made: T) => MadeLink | null = () => null,
  ): Promise<boolean> => {
    setState((before) => ({ ...before, busy: true, failure: '' }))
    try {
      const link = linkOf(await work(await load()))
      setState({ busy: false, failure: '', link })
      router.refresh()
      return true
    } catch (error) {
      const { failureText } = await import('../../trpc/writing-client.ts')
      setState((before) => ({ ...before, busy: false, failure: failureText(error) }))
      return false
    }
  }
  const of = { project, name }
  return {
    ...state,
    candidates: async (): Promise<readonly Candidate[]> => (await load()).candidates.query(of).catch(() => []),
    inviteMember: (personId: string) => run((readers) => readers.inviteMember.mutate({ ...of, personId })),
    inviteOutsider: (asked: { reader: string; email: string; until: string | null }) =>
      run(
        (readers) => readers.inviteOutsider.mutate({ ...of, ...asked }),
        (made) => ({ for: asked.reader, ...made }),
      ),
    renewLink: (asked: { key: string; reader: string; until: string | null }) =>
      run(
        (readers) => readers.renewLink.mutate({ ...of, key: asked.key, until: asked.until }),
        (made) => ({ for: asked.reader, ...made }),
      ),
    takeBackLink: (key: string) => run((readers) => readers.takeBackLink.mutate({ ...of, key })),
  }
}
