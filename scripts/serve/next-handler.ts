import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'

/**
 * The members of `next` that a server of a built app needs. The standalone build contains its own copy, which must be
 * loaded.
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
  // The generated server.js sets the configuration in this variable, because a standalone build has no next.config.ts.
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(required.config)
  process.chdir(directory)
  // The package exports this one function; its types are not in the build.
  const createNext = createRequire(join(directory, 'server.js'))('next') as CreateNext
  const pages = createNext({ dev: false, dir: directory, ...address })
  await pages.prepare()
  return pages
}

/** Paths of the modules of pages and route handlers, by name. */
const PageModules = z.record(z.string(), z.string())

/**
 * Loads the modules of all pages, one page in each turn of the event loop. Next would load them when it starts, and the
 * first report of health would wait for that.
 *
 * @param directory the folder of the standalone build that holds server.js.
 */
export async function loadPages(directory: string): Promise<void> {
  const modules = join(directory, '.next/server')
  const load = createRequire(join(modules, 'pages.js'))
  const pages = PageModules.parse(JSON.parse(readFileSync(join(modules, 'app-paths-manifest.json'), 'utf8')))
  for (const path of Object.values(pages)) {
    if (path.endsWith('.js')) load(join(modules, path))
    await setImmediate()
  }
}

/**
 * Serves pages from their sources, which are compiled again when they change, for `npm run dev`.
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
