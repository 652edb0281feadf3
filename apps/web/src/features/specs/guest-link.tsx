'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { guestReviewPath, specPath } from '../../paths.ts'

const GuestSecret = createContext<string | null>(null)

/**
 * Provides the secret of a guest's link to the components inside, which then act as the guest and link to nothing else.
 */
export function GuestLink({ secret, children }: { secret: string; children: ReactNode }) {
  return <GuestSecret value={secret}>{children}</GuestSecret>
}

/** Returns the secret of the link by which this page was opened; null on the pages of the project. */
export const useGuestSecret = (): string | null => useContext(GuestSecret)

/** Returns a function for the address of a revision, for members or guests. */
export function useRevisionPath(project: string, name: string): (revision: number) => string {
  const secret = useGuestSecret()
  return (revision) => (secret === null ? specPath(project, name, revision) : guestReviewPath(secret, revision))
}

/** Converts an action of the page to the form that the endpoint of guest links accepts. */
export function asGuestAction(action: object): object {
  if ('answer' in action && action.answer === 'withdrawn' && 'feedback' in action) {
    return { kind: 'withdraw', feedback: action.feedback }
  }
  return action
}
