import { useEffect, useState } from 'react'
import { healthPath } from '../../paths.ts'

const AGAIN_MS = 1_000
/** A page that fails earlier than this would fail again after a reload. */
const YOUNG_MS = 5_000

/** Messages of React (412 in production builds), browsers and script loaders for a broken connection. */
const BROKEN = /#412|Connection closed|network error|Failed to fetch|Load failed|ChunkLoadError/i

/**
 * Reloads the page as soon as the server responds when the connection broke while the page was rendered.
 *
 * @returns true while it waits for the server.
 */
export function useLoadAgain({ name, message }: Error): boolean {
  const [isWaiting, setIsWaiting] = useState(false)
  const isBroken = BROKEN.test(`${name} ${message}`)
  useEffect(() => {
    if (!isBroken || performance.now() < YOUNG_MS) return
    setIsWaiting(true)
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const answer = await fetch(healthPath(), { cache: 'no-store' }).catch(() => null)
      if (answer?.ok === true) location.reload()
      else timer = setTimeout(() => void ask(), AGAIN_MS)
    }
    void ask()
    return () => clearTimeout(timer)
  }, [isBroken])
  return isWaiting
}
