import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * The members of `next` that serving a built app needs; the standalone build brings its own copy, which is the one to
 * load.
 */
type NextServer = {
  prepare(): Promise<void>
  getRequestHandler(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  close(): Promise<void>
}
type CreateNext = (options: { dev: boolean; dir: string; hostname: string; port: number }) => NextServer

const RequiredFiles = z.looseObject({ config: z.looseObject({}) })

/**
 * The pages of a standalone build as a request handler.
 *
 * @param directory the folder of the standalone build that holds server.js.
 */
export async function openPages(directory: string, address: { hostname: string; port: number }): Promise<NextServer> {
  const required = RequiredFiles.parse(
    JSON.parse(readFileSync(join(directory, '.next/required-server-files.json'), 'utf8')),
  )
  // Where the generated server.js leaves the configuration: there is no next.config.ts beside it to read.
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(required.config)
  process.chdir(directory)
  // The package exports this one function; its types are not in the build.
  const createNext = createRequire(join(directory, 'server.js'))('next') as CreateNext
  const pages = createNext({ dev: false, dir: directory, ...address })
  await pages.prepare()
  return pages
}

/**
 * The pages from their sources, made anew when these change: of `npm run dev`.
 *
 * @param directory the folder of the web app.
 */
export async function openPagesInDevelopment(
  directory: string,
  address: { hostname: string; port: number },
): Promise<NextServer> {
  process.chdir(directory)
  const createNext = createRequire(join(directory, 'package.json'))('next') as CreateNext
  const pages = createNext({ dev: true, dir: directory, ...address })
  await pages.prepare()
  return pages
}
