type Variables = Record<string, string | undefined>

const DATABASES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']
/** Modes in which the driver refuses a server without TLS, or with a certificate that it does not trust. */
const TLS_MODES = ['require', 'verify-ca', 'verify-full']
/** Services that speak HTTP. */
const WEB = ['ASSAY_PUBLIC_URL', 'ASSAY_S3_ENDPOINT', 'ASSAY_OIDC_ISSUER', 'OTEL_EXPORTER_OTLP_ENDPOINT']

/**
 * Finds configured connections that are not encrypted, or that could fall back to a plain one. Connections to this
 * machine itself may be plain.
 *
 * @returns a sentence about each, with the change that encrypts it.
 */
export function findPlainConnections(variables: Variables): string[] {
  const given = (name: string) => {
    const url = variables[name] ?? ''
    return URL.canParse(url) && !isLocal(new URL(url)) ? [{ name, url: new URL(url) }] : []
  }
  return [
    ...DATABASES.flatMap(given).flatMap(({ name, url }) =>
      TLS_MODES.includes(url.searchParams.get('sslmode') ?? '') ? [] : [`${name} lacks ?sslmode=verify-full`],
    ),
    ...WEB.flatMap(given).flatMap(({ name, url }) => (url.protocol === 'https:' ? [] : [`${name} is not https`])),
    ...given('ASSAY_SMTP_URL').flatMap(({ name, url }) =>
      url.protocol === 'smtps:' || url.searchParams.get('requireTLS') === 'true'
        ? []
        : [`${name} is neither smtps nor has ?requireTLS=true`],
    ),
  ]
}

/** True for loopback addresses, and for a path of a socket, which is in the parameter `host`. */
const isLocal = ({ hostname, searchParams }: URL): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i.test(hostname) ||
  (hostname === '' && (searchParams.get('host') ?? '/').startsWith('/'))
