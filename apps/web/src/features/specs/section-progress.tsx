'use client'

import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../ui/browser-storage.ts'
import style from './section-progress.module.css'

type Props = {
  /** Ids of the headings, in the order of the text. */
  sections: readonly string[]
  minutes: number
  /** Number of sections that the reader commented on. */
  commented: number
  /** Identifies the spec in this browser; ids of sections stay when the text changes. */
  storageKey: string
}

/** The time to read a spec, and how many of its sections were on the screen to their end, which this browser stores. */
export function SectionProgress({ sections, minutes, commented, storageKey }: Props) {
  const [read, setRead] = useState<ReadonlySet<string>>(new Set())
  const key = `assay-read:${storageKey}`
  useEffect(() => {
    setRead(new Set(readSections(key)))
    // A section is read when what follows it comes on the screen.
    const ends = sections.map((id, at) => [id, document.getElementById(sections[at + 1] ?? 'appendix')] as const)
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target)
      const ended = ends.flatMap(([id, end]) => (end !== null && seen.includes(end) ? [id] : []))
      if (ended.length > 0) setRead((before) => saveSections(key, new Set([...before, ...ended])))
    })
    for (const [, end] of ends) if (end !== null) observer.observe(end)
    return () => observer.disconnect()
  }, [key, sections])

  const done = sections.filter((id) => read.has(id)).length
  return (
    <p className={style.progress}>
      {minutes} min to read
      {sections.length > 1 && `, ${done} of ${sections.length} sections read`}
      {commented > 0 && `, ${commented} commented on by you`}
    </p>
  )
}

/** Without storage the progress lasts until the page is left. */
function saveSections(key: string, read: ReadonlySet<string>): ReadonlySet<string> {
  writeStored(key, [...read])
  return read
}

function readSections(key: string): string[] {
  const stored = readStored(key)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}
