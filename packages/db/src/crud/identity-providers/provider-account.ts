/** The provider of a linked account (`account.provider_id`) that an organization's identity provider vouches for. */
export const accountProviderId = (identityProviderId: string): string => `sso-${identityProviderId}`
