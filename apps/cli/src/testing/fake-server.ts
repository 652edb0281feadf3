import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { OnConflict } from '@assay/domain/run/on-conflict'
import { runContent } from '@assay/domain/run/run-identity'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { z } from 'zod'
import { sha256Hex } from '../spool/spool-entry.ts'

/** A fault of the server while it handles one upload. */
export type Misbehavior =
  | 'behave'
  | { status: number; code?: string; retryAfter?: string; detail?: string; pointer?: string; form?: 'html' | 'problem' }
  /** Breaks the connection before the whole body was read. */
  | 'reset'
  /** Stores the run, then breaks the connection, so that the response is lost. */
  | 'store, then reset'
  /** Announces more bytes than it sends, then breaks the connection. */
  | 'store, then reset mid-answer'
  | { otherDigest: true }

export const TOKEN = 'assay_runner_test'

const Upload = z.object({ project: z.string(), document: UploadDocument, onConflict: OnConflict.default('stop') })

const SPEC = {
  ...{ name: 'FS-1', title: 'Rounding', state: 'in-review', revision: 3, feedback: 12, open: 2 },
  meetingAt: '2026-12-06T12:00:00.000Z',
}

/** A server that implements tRPC for one procedure, accepts blobs, and injects faults. */
export class FakeServer {
  /** Digest of each stored run by project and id. */
  readonly runs = new Map<string, string>()
  readonly blobs = new Set<string>()
  /** Run ids of every upload that reached the storing code, including repeats. */
  readonly received: string[] = []
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[] = []
  /** Ids of runs whose results are stored with other values. */
  readonly conflicts = new Set<string>()
  /** The import profile of the project as YAML. */
  importProfile: string | null = null
  /** Faults for the next uploads, in order; without any the server works normally. */
  misbehaviors: Misbehavior[] = []
  compareAnswer = { status: 200, type: 'text/plain', body: 'the table\n' }
  /** The response to gate requests, which are collected in `gates`. */
  gateAnswer: { status: number; body: unknown } = { status: 404, body: {} }
  /** Bodies of the requests to create a share. */
  readonly shares: unknown[] = []
  /** Requests to import specs. */
  readonly imported: { path: string; body: unknown }[] = []
  /** The current revision of FS-1. */
  specRevision = 3
  readonly gates: { path: string; body: unknown }[] = []
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((cause: unknown) => {
      response.destroy(cause instanceof Error ? cause : new Error(String(cause)))
    })
  })

  static async start(): Promise<FakeServer> {
    const fake = new FakeServer()
    await new Promise<void>((resolve) => {
      fake.server.listen(0, '127.0.0.1', resolve)
    })
    return fake
  }

  get url(): string {
    // A server that listens on TCP has an AddressInfo.
    const { port } = this.server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => {
      this.server.close(resolve)
    })
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url)
    // Requests for the profile are not in `requests`, which lists what belongs to uploads.
    if (pathname === '/api/v1/import-profile') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ yaml: this.importProfile }))
      return
    }
    this.requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    if (/^\/api\/v1\/projects\/[^/]+\/compare$/.test(pathname)) {
      response
        .writeHead(this.compareAnswer.status, { 'content-type': this.compareAnswer.type })
        .end(this.compareAnswer.body)
      return
    }
    if (/^\/api\/v1\/projects\/[^/]+\/shares$/.test(pathname)) {
      this.shares.push(JSON.parse((await buffer(request)).toString('utf8')))
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ url: `${this.url}/s/x` }))
      return
    }
    if (pathname.startsWith('/api/v1/projects/lab/specs')) {
      await this.answerSpecs(request, response)
      return
    }
    if (pathname === '/api/v1/gates') {
      this.gates.push({
        path: request.url ?? '',
        body: JSON.parse(gunzipSync(await buffer(request)).toString('utf8')),
      })
      const { status, body } = this.gateAnswer
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    if (pathname === '/api/trpc/runs.checkUpload') {
      this.checkRun(gunzipSync(await buffer(request)), response)
      return
    }
    const misbehavior = this.misbehaviors.shift()
    if (misbehavior === 'reset') {
      request.once('data', () => request.socket.destroy())
      return
    }
    const body = gunzipSync(await buffer(request))
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      refuse(response, { status: 401, detail: 'The token is unknown, expired or revoked.' })
    } else if (typeof misbehavior === 'object' && 'status' in misbehavior) refuse(response, misbehavior)
    else if (request.method === 'PUT') this.storeBlob(pathname, body, response)
    else if (pathname === '/api/trpc/runs.upload') this.storeRun(body, response, misbehavior)
    else refuse(response, { status: 404, detail: 'There is no such address.' })
  }

  private async answerSpecs(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const path = pathname.slice('/api/v1/projects/lab/specs'.length)
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const exported = /^\/FS-1\/export$/.test(path)
    if (path === '') json({ specs: [SPEC] })
    else if (path === '/FS-1') json({ ...SPEC, revision: this.specRevision })
    else if (exported) response.end(`${searchParams.get('format')} of ${searchParams.get('revision') ?? 'today'}\n`)
    else if (path === '/import' || path === '/FS-1/import') {
      const body = JSON.parse((await buffer(request)).toString('utf8'))
      this.imported.push({ path, body })
      const isConflict = body.base !== undefined && body.base !== this.specRevision
      if (path === '/import') json({ name: 'FS-2', brought: 'whole' })
      else json({ outcome: isConflict ? 'kept' : 'saved', revision: this.specRevision + (isConflict ? 0 : 1) })
    } else
      refuse(response, {
        status: 404,
        detail: 'There is no such spec in this project. Choose one from the list of specs.',
        form: 'problem',
      })
  }

  private storeBlob(pathname: string, body: Buffer, response: ServerResponse): void {
    const sha256 = pathname.split('/').at(-1) ?? ''
    if (sha256Hex(body) !== sha256) {
      refuse(response, { status: 422, detail: 'The content does not match its hash.' })
      return
    }
    this.blobs.add(sha256)
    response.writeHead(201, { 'content-type': 'application/json' }).end('{}')
  }

  private checkRun(body: Buffer, response: ServerResponse): void {
    const { document, onConflict } = Upload.parse(JSON.parse(body.toString('utf8')))
    if (onConflict === 'stop' && this.conflicts.has(document.runId ?? '')) refuse(response, CONFLICT)
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":{"data":null}}')
  }

  private storeRun(body: Buffer, response: ServerResponse, misbehavior: Misbehavior | undefined): void {
    const { project, document, onConflict } = Upload.parse(JSON.parse(body.toString('utf8')))
    const runId = document.runId ?? ''
    this.received.push(runId)
    if (onConflict === 'stop' && this.conflicts.has(runId)) {
      refuse(response, CONFLICT)
      return
    }
    const missing = (document.attachments ?? []).find(
      (file) => file.contentGzipBase64 === undefined && !this.blobs.has(file.sha256),
    )
    if (missing !== undefined) {
      refuse(response, { status: 422, detail: `content of ${missing.name} was not sent` })
      return
    }
    const digest = sha256Hex(runContent(document))
    const key = `${project}/${runId}`
    const outcome = this.runs.has(key) ? 'already' : 'stored'
    this.runs.set(key, digest)
    if (misbehavior === 'store, then reset') {
      response.destroy()
      return
    }
    const digestSent = typeof misbehavior === 'object' ? sha256Hex('other') : digest
    const data = { runId, digest: digestSent, outcome, url: `${this.url}/p/${project}/runs/${runId}` }
    const text = JSON.stringify({ result: { data } })
    if (misbehavior === 'store, then reset mid-answer') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length + 100 }).write(text)
      setTimeout(() => response.destroy(), 20)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
}

const CONFLICT = {
  status: 409,
  code: 'result-conflict',
  detail: 'qps is 2, but 1 is stored.',
  pointer: '/results/0/values/0',
}

function refuse(
  response: ServerResponse,
  {
    status,
    code = 'document-invalid',
    retryAfter,
    detail = 'no',
    pointer,
    form,
  }: Exclude<Misbehavior, string | { otherDigest: true }>,
): void {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  if (form === 'html') {
    response.writeHead(status, { ...headers, 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    return
  }
  const locations = pointer === undefined ? [] : [{ pointer, message: detail }]
  const app = { code, detail, places: locations }
  if (form === 'problem') {
    const { places: errors, ...problem } = app
    response
      .writeHead(status, { ...headers, 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ status, ...problem, errors }))
    return
  }
  response
    .writeHead(status, { ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { message: detail, code: -32_600, data: { httpStatus: status, app } } }))
}
