import process from 'node:process'

const POLL_MS = 500

/**
 * Calls `onGone` once when the process that started this one ends. npm sends SIGTERM to its shell only, so without this
 * all child processes would survive. It applies only below npm: a script that runs `node scripts/start.mjs &` and ends
 * wants it to continue. ASSAY_WATCH_PID names another process to watch, because npm itself survives the one that
 * started it.
 *
 * @param {() => void} onGone
 */
export function watchParent(onGone) {
  const watched = Number(process.env.ASSAY_WATCH_PID ?? 0)
  const isBelowNpm = process.env.npm_lifecycle_event !== undefined || process.env.ASSAY_WATCH_PARENT !== undefined
  if (watched === 0 && !isBelowNpm) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && (watched === 0 || isRunning(watched))) return
    clearInterval(timer)
    onGone()
  }, POLL_MS)
  timer.unref()
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
