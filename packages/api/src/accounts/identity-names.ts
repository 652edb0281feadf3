/** Below this address the identity library answers browsers: ceremonies of passkeys, callbacks of OAuth. */
export const AUTH_PATH = '/api/auth'

/** Our name for the one OIDC provider, in addresses and in the table of accounts. */
export const OIDC_PROVIDER = 'oidc'
