// Loaded before the web server: ends it when the process that started it is gone, even by kill -9.

import process from 'node:process'

const PATIENCE_MS = 10_000

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM') // The server answers what is under way and goes.
  setTimeout(() => process.exit(1), PATIENCE_MS).unref()
})
process.channel?.unref()
