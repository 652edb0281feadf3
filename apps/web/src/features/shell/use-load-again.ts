import { useEffect, useState } from 'react'
import { healthPath } from '../../health-path.ts'

const AGAIN_MS = 1_000
/** A page that fails earlier than this would fail again after a reload. */
const YOUNG_MS = 5_000

/** Messages of React (412 in production builds), browsers and script loaders for a broken connection. */
const BROKEN = /#412|Connection closed|network error|Failed to fetch|Load failed|ChunkLoadError/i

/**
 * Reloads the page as soon as the server is ready, when the connection broke while the page was rendered, or when the server
 * is not ready, for example because its database restarts.
 *
 * @returns true while it waits for the server.
 */
export function useLoadAgain({ name, message }: Error): boolean {
  const [isWaiting, setIsWaiting] = useState(false)
  const isBroken = BROKEN.test(`${name} ${message}`)
  useEffect(() => {
    const reloadsAlways = isBroken && performance.now() >= YOUNG_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFirst = true
    const ask = async () => {
      const answer = await fetch(healthPath(), { cache: 'no-store' }).catch(() => null)
      const isReady = answer?.ok === true
      if (isReady && isFirst && !reloadsAlways) return
      isFirst = false
      setIsWaiting(true)
      if (isReady) location.reload()
      else timer = setTimeout(() => void ask(), AGAIN_MS)
    }
    if (reloadsAlways) setIsWaiting(true)
    void ask()
    return () => clearTimeout(timer)
  }, [isBroken])
  return isWaiting
}
