import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Settings } from '@assay/api/attachments/s3-bucket'
import { freePort } from '../../lib/postgres/free-port.ts'
import { goProgram } from './go-program.ts'

const ACCESS = { AWS_ACCESS_KEY_ID: 'assay-test', AWS_SECRET_ACCESS_KEY: 'secret-of-assay-test' }

export type S3Server = { settings: S3Settings; variables: Record<string, string>; stop(): Promise<void> }

/** The S3 server of Versity, over a folder; null when it cannot be built. */
export const s3Program = () => goProgram('github.com/versity/versitygw/cmd/versitygw', 'v1.8.0')

/** Starts it with one empty bucket, and sets the standard variables of its credentials. */
export async function startS3Server(program: string): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-s3-'))
  const [data, sidecar] = [join(directory, 'data'), join(directory, 'sidecar')]
  mkdirSync(join(data, 'raw-files'), { recursive: true })
  mkdirSync(sidecar)
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const server = spawn(program, ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', sidecar, data], {
    env: { ...process.env, ROOT_ACCESS_KEY: ACCESS.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: ACCESS.AWS_SECRET_ACCESS_KEY },
    stdio: 'ignore',
  })
  Object.assign(process.env, ACCESS)
  for (
    let attempt = 1;
    !(await fetch(endpoint).then(
      () => true,
      () => false,
    ));
    attempt++
  ) {
    if (server.exitCode !== null || attempt === 200) throw new Error('the S3 server does not answer')
    await sleep(50)
  }
  const settings = { bucket: 'raw-files', prefix: 'assay/', endpoint, region: undefined }
  return {
    settings,
    variables: {
      ...ACCESS,
      ASSAY_S3_BUCKET: settings.bucket,
      ASSAY_S3_PREFIX: settings.prefix,
      ASSAY_S3_ENDPOINT: endpoint,
    },
    async stop() {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
