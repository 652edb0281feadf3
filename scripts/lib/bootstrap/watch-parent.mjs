import process from 'node:process'

const POLL_MS = 500

/**
 * Calls `onGone` once when the process that started this one ends. npm sends SIGTERM to its shell only, so without this
 * all child processes would survive. It applies only below npm: a script that runs `node scripts/start.mjs &` and ends
 * wants it to continue.
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
