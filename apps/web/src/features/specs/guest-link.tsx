'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { guestReviewPath, specPath } from '../../paths.ts'

const GuestSecret = createContext<string | null>(null)

/** Provides the secret of a guest's link to the components inside: they act with it and link nowhere else. */
export function GuestLink({ secret, children }: { secret: string; children: ReactNode }) {
  return <GuestSecret value={secret}>{children}</GuestSecret>
}

/** The secret of the link by which this page is read; null for who came by the project. */
export const useGuestSecret = (): string | null => useContext(GuestSecret)

/** Where a revision is, for whoever reads. */
export function useRevisionPath(project: string, name: string): (revision: number) => string {
  const secret = useGuestSecret()
  return (revision) => (secret === null ? specPath(project, name, revision) : guestReviewPath(secret, revision))
}

/** An action of the page as the link takes it. */
export function asGuestAction(action: object): object {
  if ('answer' in action && action.answer === 'withdrawn' && 'feedback' in action) {
    return { kind: 'withdraw', feedback: action.feedback }
  }
  return action
}
