import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIRequestContext, APIResponse } from '@playwright/test'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

/** Raw output that we recorded; folders and files below are relative to it. */
export const RAW = join(ROOT, 'demo/raw')

/** A machine that runs benchmarks; its name is unique, so that each test sees only its own uploads. */
export type Runner = {
  name: string
  /** The token for uploads and for excluding results. */
  token: string
  /** The data directory of the server. */
  dataDir: string
  /** Runs `assay push` for folders in demo/raw. @returns its output */
  push: (...folders: string[]) => Promise<string>
  /** Runs `assay gate` in the demo project. */
  gate: (...args: string[]) => Promise<{ code: number; out: string; log: string }>
  /** Uploads folders of demo/raw as an archive, as curl does. */
  postArchive: (...folders: string[]) => Promise<APIResponse>
  /** Uploads one file, as curl does. */
  postFile: (file: { name: string; text: string }) => Promise<APIResponse>
}

type Site = { request: APIRequestContext; url: string; dataDir: string; token: string }

export function createRunner(site: Site): Runner {
  const name = `runner-${crypto.randomUUID().slice(0, 8)}`
  const headers = { authorization: `Bearer ${site.token}` }
  const uploads = `/api/v1/uploads?project=demo&hardware=${name}`
  return {
    name,
    token: site.token,
    dataDir: site.dataDir,
    push: (...folders) => push(site, [...folders.map((folder) => join(RAW, folder)), '--hardware', name]),
    gate: (...args) => gate(site, args),
    postArchive: async (...folders) =>
      site.request.post(uploads, {
        headers: { ...headers, 'content-type': 'application/gzip' },
        data: await archive(folders),
      }),
    postFile: ({ name: file, text }) =>
      site.request.post(`${uploads}&name=${file}`, {
        headers: { ...headers, 'content-type': 'text/plain' },
        data: text,
      }),
  }
}

/** Runs the CLI with the token where `npm start` puts it, and with a new spool, which contains no other runs. */
async function push({ url, dataDir }: Site, args: string[]): Promise<string> {
  const spool = mkdtempSync(join(tmpdir(), 'assay-spool-'))
  const env = { ...environment(), ASSAY_URL: url, ASSAY_DATA_DIR: dataDir, ASSAY_SPOOL_DIR: spool }
  const cli = ['apps/cli/src/main.ts', 'push', ...args, '--project', 'demo']
  try {
    const { stdout, stderr } = await run(process.execPath, cli, { cwd: ROOT, env })
    return stdout + stderr
  } finally {
    rmSync(spool, { recursive: true, force: true })
  }
}

/** Runs the gate; no exit code is an error here, because it is the verdict. */
async function gate({ url, dataDir }: Site, args: string[]): Promise<{ code: number; out: string; log: string }> {
  const env = { ...environment(), ASSAY_URL: url, ASSAY_DATA_DIR: dataDir, ASSAY_PROJECT: 'demo' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['apps/cli/src/main.ts', 'gate', ...args], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout, log: stderr }),
    )
  })
}

async function archive(folders: readonly string[]): Promise<Buffer> {
  const { stdout } = await run('tar', ['cz', '-C', RAW, ...folders], { encoding: 'buffer', maxBuffer: 64 * 2 ** 20 })
  return stdout
}

/** The variables that the CLI needs, without any other token. */
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: process.env.HOME })
