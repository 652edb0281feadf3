/** Confirmations for the page that a form redirects to, by the code in the address. */
const DONE: Record<string, string> = {
  mail: 'We sent you an e-mail. Open the link in it, then sign in.',
  sent: 'If an account with that address exists, an e-mail with a link is on its way.',
  password: 'The password is changed, and all other sessions have ended.',
  verified: 'The address is confirmed.',
  deleted: 'The account is deleted.',
  name: 'The name is changed.',
  email: 'The address is changed.',
  'email-waits': 'We sent an e-mail to the new address. Open the link in it to confirm.',
  session: 'The session has ended.',
  sessions: 'All other sessions have ended.',
  'passkey-added': 'The passkey is added.',
  'passkey-name': 'The passkey has a new name.',
  'passkey-removed': 'The passkey is removed.',
  codes: 'Your recovery codes are below.',
  'app-removed': 'The authenticator app is removed.',
  linked: 'The account is linked.',
  unlinked: 'The account is no longer linked.',
}

const PROBLEMS: Record<string, string> = {
  provider: 'That sign-in did not work. Where accounts are by invitation, the address there has to be the invited one.',
  'foreign-address':
    'The identity provider signs in addresses of its verified domains only, and yours is in another one. Ask an owner of the organization.',
  'unconfirmed-account':
    'There is an account with your address, which was never confirmed. Sign in to it with its password, then sign in with the organization again.',
  'other-subject':
    'The account with your address belongs to another person at the identity provider. Its owner can unlink it in the account.',
  'not-a-member': 'You are not a member of this organization. Ask one of its owners for an invitation.',
  quota: 'The organization has as many members as it can have. Ask one of its owners.',
}

export const doneText = (word: string | null): string | null =>
  word !== null && Object.hasOwn(DONE, word) ? (DONE[word] ?? null) : null
export const problemText = (word: string | null): string | null =>
  word !== null && Object.hasOwn(PROBLEMS, word) ? (PROBLEMS[word] ?? null) : null
