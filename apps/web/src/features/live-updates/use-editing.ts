'use client'

import { useEffect, useState } from 'react'

/** A person who has not typed for this time is not editing any more. */
const EDITING_MS = 30_000
const CHECK_MS = 5_000

/** Names of the people who are editing, and the function that is called with each sign of one. */
export function useEditing(): [readonly string[], (name: string) => void] {
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(new Map())
  const isWatching = seen.size > 0
  useEffect(() => {
    if (!isWatching) return
    const timer = setInterval(() => {
      const since = Date.now() - EDITING_MS
      setSeen((before) => new Map([...before].filter(([, at]) => at > since)))
    }, CHECK_MS)
    return () => clearInterval(timer)
  }, [isWatching])
  return [[...seen.keys()], (name) => setSeen((before) => new Map(before).set(name, Date.now()))]
}
