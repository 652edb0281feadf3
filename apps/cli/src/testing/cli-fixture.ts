import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { FakeServer, TOKEN } from './fake-server.ts'
import { runCli } from './run-cli.ts'

/** A fake server, a directory and environment variables with which the CLI runs. */
export async function startCliFixture() {
  const server = await FakeServer.start()
  const directory = await mkdtemp(join(tmpdir(), 'assay-cli-'))
  const variables: Record<string, string> = {
    ASSAY_URL: server.url,
    ASSAY_TOKEN: TOKEN,
    ASSAY_SPOOL_DIR: join(directory, 'spool'),
    ASSAY_DATA_DIR: join(directory, 'data'),
  }
  return {
    ...{ server, directory, variables },
    cli: (...argv: string[]) => runCli(argv, variables),
    /** Writes JSON to a file of the directory, compressed when its name ends in .gz. */
    async write(name: string, content: unknown): Promise<string> {
      const path = join(directory, name)
      const text = JSON.stringify(content)
      await writeFile(path, name.endsWith('.gz') ? gzipSync(text) : text)
      return path
    },
    async stop(): Promise<void> {
      await server.stop()
      await rm(directory, { recursive: true })
    },
  }
}

export type CliFixture = Awaited<ReturnType<typeof startCliFixture>>

/** Returns an address at which nothing listens. */
export async function closedUrl(): Promise<string> {
  const closed = await FakeServer.start()
  const { url } = closed
  await closed.stop()
  return url
}
