import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const CheckRun = z.looseObject({
  name: z.string(),
  head_sha: z.string(),
  conclusion: z.enum(['success', 'failure', 'neutral']),
  output: z.looseObject({
    title: z.string(),
    summary: z.string().max(65_535),
    annotations: z
      .array(
        z.strictObject({
          path: z.string().min(1),
          start_line: z.int().min(1),
          end_line: z.int().min(1),
          annotation_level: z.enum(['notice', 'warning', 'failure']),
          title: z.string().max(255),
          message: z.string().min(1),
        }),
      )
      .max(50),
  }),
})

type Answer = { status: number; body: unknown }

/** The parts of the APIs of GitHub and GitLab that a gate reports to, with the rules that they document. */
export class FakeForge {
  readonly checkRuns: z.infer<typeof CheckRun>[] = []
  readonly comments: { id: number; body: string }[] = []
  readonly notes: { id: number; body: string }[] = []
  /** Commits whose pipeline passed, newest first. */
  green: string[] = []
  /** True if every request is refused, as when a permission is missing. */
  refuses = false
  readonly requests: string[] = []
  private readonly server = createServer((request, response) => {
    this.answer(request).then(
      ({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      (cause: unknown) => response.destroy(cause instanceof Error ? cause : new Error(String(cause))),
    )
  })

  static async start(): Promise<FakeForge> {
    const fake = new FakeForge()
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  get url(): string {
    // A server that listens on TCP has an AddressInfo.
    const { port } = this.server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '/', this.url)
    const route = `${request.method} ${pathname}`
    this.requests.push(route)
    const { authorization, 'private-token': privateToken } = request.headers
    if (this.refuses || (authorization === undefined && privateToken === undefined))
      return { status: 403, body: { message: 'Resource not accessible by integration' } }
    const sent: unknown = request.method === 'GET' ? null : JSON.parse(await text(request))
    if (route === 'POST /repos/octo/shop/check-runs') {
      const checkRun = CheckRun.safeParse(sent)
      if (!checkRun.success) return { status: 422, body: { message: checkRun.error.message } }
      this.checkRuns.push(checkRun.data)
      return { status: 201, body: { id: this.checkRuns.length } }
    }
    if (route === 'GET /repos/octo/shop/actions/workflows/perf.yml/runs') {
      const runs = this.green.map((head_sha) => ({ head_sha }))
      return { status: 200, body: { total_count: runs.length, workflow_runs: runs } }
    }
    if (route === 'GET /projects/7/pipelines') return { status: 200, body: this.green.map((sha) => ({ sha })) }
    return (
      this.answerTexts(
        route,
        '/repos/octo/shop/issues/12/comments',
        '/repos/octo/shop/issues/comments',
        this.comments,
        sent,
      ) ??
      this.answerTexts(
        route,
        '/projects/7/merge_requests/3/notes',
        '/projects/7/merge_requests/3/notes',
        this.notes,
        sent,
      ) ?? {
        status: 404,
        body: { message: `No route ${route}` },
      }
    )
  }

  /** Lists, adds and changes the comments of a pull request. */
  private answerTexts(
    route: string,
    list: string,
    single: string,
    texts: { id: number; body: string }[],
    sent: unknown,
  ): Answer | null {
    if (route === `GET ${list}`) return { status: 200, body: texts }
    if (route === `POST ${list}`) {
      const added = { id: texts.length + 1, ...Body.parse(sent) }
      texts.push(added)
      return { status: 201, body: added }
    }
    const changed = texts.find(({ id }) => [`PATCH ${single}/${id}`, `PUT ${single}/${id}`].includes(route))
    if (changed === undefined) return null
    changed.body = Body.parse(sent).body
    return { status: 200, body: changed }
  }
}

const Body = z.object({ body: z.string().min(1) })
