import { useEffect, useState } from 'react'
import { healthPath } from '../../paths.ts'

const AGAIN_MS = 1_000
/** A page that fails sooner would fail again. */
const YOUNG_MS = 5_000

/** As React (412 where it is built), browsers and what loads scripts call it. */
const BROKEN = /#412|Connection closed|network error|Failed to fetch|Load failed|ChunkLoadError/i

/**
 * Where the connection broke while a page was drawn, loads the page as soon as the server answers.
 *
 * @returns whether it waits for that.
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
