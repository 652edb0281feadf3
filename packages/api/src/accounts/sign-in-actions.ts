import { err } from '@assay/domain/result'
import { sha256Hex } from '../attachments/attachment-store.ts'
import { appError } from '../errors.ts'
import { leaveOrganization } from '../identity-providers/leave-organization.ts'
import { startProviderSignIn } from '../identity-providers/provider-sign-in.ts'
import type { Accounts } from './accounts.ts'
import type { AccountContext } from './open-accounts.ts'
import { canSetUp } from './set-up-code.ts'
import { signIn, signOut, startProvider } from './sign-in.ts'
import { setUp, signUp } from './sign-up.ts'

type Actions = Pick<
  Accounts,
  | 'needsOwner'
  | 'canSetUp'
  | 'setUp'
  | 'findInvitation'
  | 'signUp'
  | 'signIn'
  | 'signOut'
  | 'startProvider'
  | 'startOrganizationSignIn'
  | 'leaveOrganization'
>

/** Sign-in and sign-up: the first owner, new accounts, and existing accounts. */
export function signInActions(context: AccountContext): Actions {
  const { db, now } = context
  let hadOwner = false
  const needsOwner = async () => {
    // The last owner cannot leave, so once an owner exists there always is one.
    hadOwner ||= await db.accounts.hasOwner()
    return !hadOwner
  }
  return {
    needsOwner,
    canSetUp: (request, code) => canSetUp(request, code, context),
    setUp: async (request, sent) => ((await needsOwner()) ? setUp(context, request, sent) : HAS_OWNER),
    findInvitation: (secret) => db.accounts.findInvitation(sha256Hex(secret), now()),
    signUp: async (request, sent) => ((await needsOwner()) ? HAS_NO_OWNER : signUp(context, request, sent)),
    signIn: (request, sent) => signIn(context, request, sent),
    signOut: (request) => signOut(context, request),
    startProvider: (request, sent) => startProvider(context, request, sent),
    startOrganizationSignIn: (request, sent) => startProviderSignIn(context, request, sent),
    leaveOrganization: (request, sent) => leaveOrganization(context, request, sent),
  }
}

const HAS_OWNER = err(appError('not-found', 'This server has an owner already. Sign in instead.'))
const HAS_NO_OWNER = err(appError('conflict', 'This server has no owner yet: set it up first.'))
