import { request } from 'node:http'

/**
 * Addresses that load most modules between them. No project has this name, so each is answered with "not found" after
 * its modules have been loaded.
 */
const PATHS = [
  '/o/-/p/-/compare',
  '/o/-/p/-/series',
  '/o/-/p/-/search?q=-',
  '/o/-/p/-/compare/export?format=html',
  '/api/trpc/projects.bySlug?input={"project":"-"}',
]

/**
 * Opens pages after a start. The first page and the first call of a procedure load hundreds of modules in one turn of the
 * event loop, which takes 0.3 s, and several times as long on a busy machine, and all other requests would wait for it.
 *
 * @param socketPath the socket on which this process answers.
 */
export async function warmUpPages(socketPath: string): Promise<void> {
  for (const path of PATHS) {
    await new Promise<void>((resolve) => {
      const opened = request({ socketPath, path, headers: { host: 'localhost' } }, (response) => {
        response.resume().once('close', resolve)
      })
      // Only the first visitor is slower when this fails.
      opened.once('error', () => resolve()).end()
    })
  }
}
