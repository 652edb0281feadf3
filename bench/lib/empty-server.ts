// A server without work, the control of bench/lib/probe-process.ts.

import { createServer } from 'node:http'

const server = createServer((_, response) => response.end('{"status":"live"}'))
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
