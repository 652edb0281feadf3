import { parseArgs } from 'node:util'

/**
 * `all` serves everything from one process, for development; the others are processes of `npm start`. The ones for uploads
 * and heavy requests end when there are none. Those for pages and heavy requests answer every kind of request.
 */
type ServerRole = 'all' | 'pages' | 'uploads' | 'heavy'

const ROLES: readonly string[] = ['pages', 'uploads', 'heavy'] satisfies ServerRole[]

type ServeOptions = {
  role: ServerRole
  /** The local socket to listen on, behind the proxy of `npm start`; null for the port. */
  socketPath: string | null
  /** True compiles pages from their sources on demand. */
  isDevelopment: boolean
}

/** Reads the arguments of scripts/serve/serve.ts. */
export function readServeOptions(): ServeOptions {
  const { values } = parseArgs({
    options: { role: { type: 'string' }, socket: { type: 'string' }, dev: { type: 'boolean', default: false } },
  })
  const { role } = values
  return { role: isRole(role) ? role : 'all', socketPath: values.socket ?? null, isDevelopment: values.dev }
}

const isRole = (role: string | undefined): role is ServerRole => role !== undefined && ROLES.includes(role)
