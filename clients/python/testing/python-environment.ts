import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { handleRest } from '@assay/api/rest/handle-rest'
import type { TestServer } from '@assay/testing/server/test-server'
import { getRequestListener } from '@hono/node-server'

export const run = promisify(execFile)

const CLIENT = join(import.meta.dirname, '..')

/** True where Python and pip can create an environment; a test says that it is skipped elsewhere. */
export const hasPython = await run('python3', ['-c', 'import venv, ensurepip'])
  .then(() => true)
  .catch(() => false)

/** A Python environment with the client and further packages, whose scripts use a test server over HTTP. */
export async function createPythonEnvironment(server: TestServer, token: string, packages: readonly string[]) {
  const http = createServer(getRequestListener((request) => handleRest(request, server.services)))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  const { port } = http.address() as AddressInfo
  const directory = await mkdtemp(join(tmpdir(), 'assay-python-'))
  await run('python3', ['-m', 'venv', join(directory, 'venv')])
  const python = join(directory, 'venv', 'bin', 'python')
  // A copy, because pip builds in the folder that it installs from.
  await cp(CLIENT, join(directory, 'client'), { recursive: true })
  await run(python, ['-m', 'pip', 'install', '--quiet', `${join(directory, 'client')}[pandas]`, ...packages])
  const variables = { ASSAY_URL: `http://127.0.0.1:${port}`, ASSAY_TOKEN: token, ASSAY_PROJECT: 'lab' }
  return {
    directory,
    python,
    /** Runs a script, and returns what it printed as JSON. */
    async execute(script: string, file = 'script.py'): Promise<unknown> {
      await writeFile(join(directory, file), script)
      const env = { ...process.env, ...variables }
      const { stdout } = await run(python, [file], { env, cwd: directory, maxBuffer: 100e6 })
      return JSON.parse(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1))
    },
    async stop() {
      http.close()
      http.closeAllConnections()
      await rm(directory, { recursive: true })
    },
  }
}

export type PythonEnvironment = Awaited<ReturnType<typeof createPythonEnvironment>>
