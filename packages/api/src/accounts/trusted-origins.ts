const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Origins of our own pages; this machine has several names. */
export function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}
