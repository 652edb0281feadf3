import type { ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** The start of a page that Next lets a script render after an error on the server. */
const EMPTY_PAGE = /<html id="__next_error__"/

const WORDS: Readonly<Record<number, { title: string; text: string }>> = {
  404: {
    title: 'Page not found',
    text: 'Check the address for a missing character, or start again from <a href="/" style="color:inherit">the projects</a>. A private project answers like one that does not exist, and an expired or revoked link like one that never existed.',
  },
  500: {
    title: 'Something went wrong',
    text: 'The server could not draw this page. Try again, or start again from <a href="/" style="color:inherit">the projects</a>.',
  },
}

/** Colors of the product, for light and dark, because such a page contains none of its style sheets. */
const STYLE = {
  main: 'position:absolute;inset:0;padding:4rem 1rem;font:16px/1.6 system-ui,sans-serif;color-scheme:light dark;background:light-dark(#f8f8f6,#111317);color:light-dark(#15181d,#e9ebee)',
  text: 'max-width:40rem;margin:0 auto',
  title: 'margin:0 0 1rem;font-size:1.375rem;line-height:1.3',
}

const DECODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  deflate: (body) => inflateSync(body),
  br: (body) => brotliDecompressSync(body),
}

/**
 * Adds text to a not-found page that Next lets the browser render, for clients without scripts. Such responses are
 * short and are buffered until they are complete; all others pass unchanged.
 */
export function addNoScriptText(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  const write = response.write.bind(response) as (...args: unknown[]) => boolean
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  const flushHeaders = response.flushHeaders.bind(response)
  let held: Buffer[] | null = null
  const finish = () => {
    const body = withWords(response, Buffer.concat(held ?? []))
    held = null
    writeHead(response.statusCode)
    return end(body)
  }
  response.writeHead = (...args: unknown[]) => {
    if (held !== null) return response
    if (typeof args[0] === 'number') response.statusCode = args[0]
    // Responses with headers as arguments are not pages of Next.
    if (args.length > 1 || !isWordless(response)) return writeHead(...args)
    held = []
    return response
  }
  response.write = (...args: unknown[]) => {
    if (held === null && !response.headersSent && isWordless(response)) response.writeHead(response.statusCode)
    if (held === null) return write(...args)
    held.push(asBuffer(args[0], args[1]))
    callBack(args)
    return true
  }
  response.end = (...args: unknown[]) => {
    if (held === null && !response.headersSent && isWordless(response)) response.writeHead(response.statusCode)
    if (held === null) return end(...args)
    if (args[0] !== undefined && args[0] !== null && typeof args[0] !== 'function')
      held.push(asBuffer(args[0], args[1]))
    const answer = finish()
    callBack(args)
    return answer
  }
  response.flushHeaders = () => {
    if (held === null) flushHeaders()
  }
}

const isWordless = (response: ServerResponse): boolean =>
  WORDS[response.statusCode] !== undefined && String(response.getHeader('content-type') ?? '').startsWith('text/html')

function asBuffer(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8')
  // A stream accepts only texts and bytes.
  return Buffer.from(chunk as Uint8Array)
}

function callBack(args: readonly unknown[]): void {
  const last = args.at(-1)
  if (typeof last === 'function') queueMicrotask(() => last())
}

/** Adds a text to an empty body, with matching headers; other bodies are unchanged. */
function withWords(response: ServerResponse, body: Buffer): Buffer {
  const encoding = String(response.getHeader('content-encoding') ?? '')
  const decode = encoding === '' ? (plain: Buffer) => plain : DECODERS[encoding]
  const words = WORDS[response.statusCode]
  if (decode === undefined || words === undefined || body.length === 0) return body
  const html = decode(body).toString('utf8')
  if (!EMPTY_PAGE.test(html)) return body
  const noscript = `<noscript><main style="${STYLE.main}"><div style="${STYLE.text}"><h1 style="${STYLE.title}">${words.title}</h1><p>${words.text}</p></div></main></noscript>`
  const spoken = Buffer.from(
    html
      .replace(EMPTY_PAGE, '<html lang="en" id="__next_error__"')
      .replace(/<body[^>]*>/, (tag) => `${tag}${noscript}`),
  )
  response.removeHeader('content-encoding')
  response.removeHeader('transfer-encoding')
  response.removeHeader('etag')
  response.setHeader('content-length', spoken.length)
  return spoken
}
