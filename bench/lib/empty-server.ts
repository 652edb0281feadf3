// A server without work, which reads each request and answers at once: the control of bench/lib/probe-process.ts and of
// the hostile senders. The header x-answer-bytes asks for a longer answer.

import { createServer } from 'node:http'

const MAX_HEADERS = 64 * 1024
const MAX_BYTES = 64 * 1024 * 1024
const LIVE = '{"status":"live"}'
let long = Buffer.alloc(0)

const server = createServer({ maxHeaderSize: MAX_HEADERS }, (request, response) => {
  const bytes = Math.min(MAX_BYTES, Number(request.headers['x-answer-bytes'] ?? 0))
  if (bytes > long.length) long = Buffer.alloc(bytes, ' ')
  request.resume().once('end', () => response.end(bytes > 0 ? long.subarray(0, bytes) : LIVE))
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
// It is no member of the process group of the benchmark, so it ends by itself when that is killed.
process.once('disconnect', () => process.exit())
