/** Path below which the identity library serves browsers: ceremonies of passkeys, callbacks of OAuth. */
export const AUTH_PATH = '/api/auth'

/** Our id of the one OIDC provider, in addresses and in the table of accounts. */
export const OIDC_PROVIDER = 'oidc'
