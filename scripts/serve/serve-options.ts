import { parseArgs } from 'node:util'

/** `all` serves everything from one process, for development; the others are two of the processes of `npm start`. */
type ServerRole = 'all' | 'pages' | 'uploads'

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
  const role = values.role === 'pages' || values.role === 'uploads' ? values.role : 'all'
  return { role, socketPath: values.socket ?? null, isDevelopment: values.dev }
}
