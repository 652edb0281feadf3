/**
 * Byline of a share without the date: `Olga Owner of Lab`. A server that was set up automatically has the same name as
 * its first organization; the name then appears once.
 */
export function bylineOf({ by, organization }: { by: string; organization: string }): string {
  const isOne = by.trim().toLowerCase() === organization.trim().toLowerCase()
  return isOne || organization.trim() === '' ? by : `${by} of ${organization}`
}
