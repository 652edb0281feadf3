/**
 * Who shared something, without the day: `Olga Owner of Lab`. A server that was set up by itself is named as its first
 * organization is; then one name says it.
 */
export function bylineOf({ by, organization }: { by: string; organization: string }): string {
  const isOne = by.trim().toLowerCase() === organization.trim().toLowerCase()
  return isOne || organization.trim() === '' ? by : `${by} of ${organization}`
}
