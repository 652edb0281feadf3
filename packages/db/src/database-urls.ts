/** Addresses of one database. */
export type DatabaseUrls = {
  /** Address of all short transactions; it may be that of a pooler in transaction mode if `directUrl` is set. */
  url: string
  /** Address of the server itself for work that needs a session: LISTEN, session locks, migrations, creation of logins. */
  directUrl?: string | undefined
  /** Address of a streaming standby for reads of pages. */
  replicaUrl?: string | undefined
}

/** True if a pooler is between the application and the server, so that a transaction may get any session. */
export const isPooled = ({ url, directUrl }: DatabaseUrls): boolean => directUrl !== undefined && directUrl !== url

export const asUrls = (urls: string | DatabaseUrls): DatabaseUrls => (typeof urls === 'string' ? { url: urls } : urls)
