import process from 'node:process'

const POLL_MS = 500

/**
 * Calls `onGone` once when the process that started this one ends. npm hands SIGTERM to its shell only, so without this
 * everything below would live on. Done only where such a parent is: whoever runs `node scripts/start.mjs &` from a
 * script that ends meant it to stay.
 *
 * @param {() => void} onGone
 */
export function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined && process.env.ASSAY_WATCH_PARENT === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onGone()
  }, POLL_MS)
  timer.unref()
}
