/** A person at a provider. */
export type ProviderPerson = {
  subject: string
  email: string
  /** Empty when the provider names none. */
  name: string
}
