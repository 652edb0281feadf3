// Loaded before the web server: ends it when its parent process is gone, even by kill -9.

import process from 'node:process'

const TIMEOUT_MS = 10_000

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM') // The server finishes running requests and exits.
  setTimeout(() => process.exit(1), TIMEOUT_MS).unref()
})
process.channel?.unref()
