import { randomUUID } from 'node:crypto'
import type { TestServer } from './test-server.ts'

/** Sends uploads to the project `demo` of a test server, which is created together with a token. */
export async function createUploadClient(server: TestServer) {
  const { token } = await server.addProject('demo')
  return {
    token,
    /** Uploads a run under its id. */
    put: (
      body: string | Uint8Array<ArrayBuffer>,
      { id = randomUUID(), headers = {} }: { id?: string; headers?: Record<string, string> } = {},
    ) =>
      server.send(`/api/v1/runs/${id}`, {
        method: 'PUT',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      }),
    /** Uploads benchmark output, by default as a .tar.gz. */
    post: (body: Buffer, { query = '', type = 'application/gzip' }: { query?: string; type?: string } = {}) =>
      server.send(`/api/v1/uploads${query}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
      }),
    async runCount(): Promise<number> {
      const listed = await server.send('/api/v1/projects/demo/runs?limit=1')
      return ((await listed.json()) as { total: number }).total
    },
  }
}

export type UploadClient = Awaited<ReturnType<typeof createUploadClient>>
