import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addNoScriptText } from './no-script-text.ts'

const EMPTY = '<!DOCTYPE html><html id="__next_error__"><head></head><body><div hidden=""></div></body></html>'

test('a not-found page that needs a script has text without one, also in a compressed response', async () => {
  for (const send of [
    (response: ServerResponse) => {
      response.statusCode = 404
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.write(EMPTY.slice(0, 60))
      response.flushHeaders()
      response.end(EMPTY.slice(60))
    },
    (response: ServerResponse) => {
      response.statusCode = 404
      response.setHeader('Content-Type', 'text/html')
      response.setHeader('Content-Encoding', 'gzip')
      response.writeHead(404)
      response.end(gzipSync(EMPTY))
    },
  ]) {
    const { status, headers, body } = await answerOf(send)
    expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
      404,
      undefined,
      String(body.length),
    ])
    expect(body).toContain('<html lang="en" id="__next_error__">')
    expect(body).toMatch(/<body><noscript><main[^>]*><div[^>]*><h1[^>]*>Page not found<\/h1>/)
  }
})

test('other responses are unchanged', async () => {
  const page = await answerOf((response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<p>hello</p>')
  })
  expect([page.status, page.body]).toEqual([200, '<p>hello</p>'])
  const problem = await answerOf((response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' })
    response.end('{}')
  })
  expect([problem.status, problem.body]).toEqual([404, '{}'])
  const drawn = await answerOf((response) => {
    response.statusCode = 404
    response.setHeader('Content-Type', 'text/html')
    response.end('<html><body>drawn</body></html>')
  })
  expect([drawn.status, drawn.body]).toEqual([404, '<html><body>drawn</body></html>'])
})

type Answer = { status: number; headers: Record<string, unknown>; body: string }

function answerOf(send: (response: ServerResponse) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const server = createServer((_, response) => {
      addNoScriptText(response)
      send(response)
    })
    server.listen(0, '127.0.0.1', () => {
      // A server that listens on a port has an address of this form.
      const { port } = server.address() as AddressInfo
      request({ port, host: '127.0.0.1' }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          server.close()
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          })
        })
      })
        .on('error', reject)
        .end()
    })
  })
}
