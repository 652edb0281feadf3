/** Address of the database under test. The driver and its environment fill undefined parts. */
export type ServerAddress = {
  kind: 'postgres' | 'mysql'
  host?: string | undefined
  port?: number | undefined
  socketPath?: string | undefined
  user?: string | undefined
  password?: string | undefined
  database?: string | undefined
}

/** Parses `postgres://user@host:5432/db` or `mysql://...`; null for anything else. */
export function parseServerUrl(text: string): ServerAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const kind =
    url === null
      ? null
      : /^postgres(ql)?:$/.test(url.protocol)
        ? 'postgres'
        : /^(mysql|mariadb):$/.test(url.protocol)
          ? 'mysql'
          : null
  if (url === null || kind === null) return null
  return {
    kind,
    host: present(decode(url.hostname.replace(/^\[|\]$/g, ''))),
    port: url.port === '' ? undefined : Number(url.port),
    user: present(decode(url.username)),
    password: present(decode(url.password)),
    database: present(decode(url.pathname.slice(1))),
  }
}

/** Formats an address for people: `localhost:5432`, without user and password. */
export function addressInWords({ host, port, socketPath }: ServerAddress): string {
  return socketPath ?? `${host ?? 'localhost'}${port === undefined ? '' : `:${port}`}`
}

export const present = (text: string | undefined): string | undefined => (text === '' ? undefined : text)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
