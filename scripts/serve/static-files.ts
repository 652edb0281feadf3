import { createReadStream, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream'

/** Path of the files whose names contain a hash of their content. */
const PREFIX = '/_next/static/'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=UTF-8',
  '.txt': 'text/plain; charset=UTF-8',
}

/**
 * Serves the Brotli copies of the static files of a build, which are a seventh smaller than gzip.
 *
 * @param directory the folder that `compressStatic` has filled; only files that are there now are served.
 * @returns a handler that returns false for every request that it does not answer.
 */
export function compressedFiles(directory: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const files = new Map<string, { path: string; type: string; bytes: number }>(
    listFiles(directory)
      .filter((path) => path.endsWith('.br'))
      .map((path) => {
        const name = relative(directory, path).split(sep).join('/').replace(/\.br$/, '')
        return [`${PREFIX}${name}`, { path, type: TYPES[extname(name)] ?? '', bytes: statSync(path).size }] as const
      }),
  )
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const [path = ''] = (request.url ?? '').split('?', 1)
    const file = path.startsWith(PREFIX) ? files.get(decoded(path)) : undefined
    if (file === undefined || !acceptsBrotli(request.headers['accept-encoding'])) return false
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Encoding': 'br',
      'Content-Length': file.bytes,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    })
    if (request.method === 'HEAD') response.end()
    // A browser that goes away ends the response; there is nobody left to tell about it.
    else pipeline(createReadStream(file.path), response, () => undefined)
    return true
  }
}

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** Names of chunks may contain brackets, which addresses encode. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const acceptsBrotli = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((one) => /^\s*br\s*(;\s*q=(0\.0*[1-9]|1)\d*)?\s*$/i.test(one))
