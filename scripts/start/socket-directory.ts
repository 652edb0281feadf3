import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates the directory of the sockets by which the processes of a server speak with each other. Only the user of the
 * server can enter it (mode 700), and nothing of it is reachable by network.
 */
export function createSocketDirectory(): string {
  // The path of a socket may have about 100 characters, which a data directory can exceed by itself.
  return mkdtempSync(join(tmpdir(), 'assay-'))
}
