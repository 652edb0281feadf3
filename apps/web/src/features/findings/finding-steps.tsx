'use client'

import { useRouter } from 'next/navigation'
import { useKeyboardShortcuts } from '../../ui/use-keyboard-shortcuts.ts'
import style from './finding.module.css'
import type { FindingNeighbors } from './finding-neighbors.ts'

/** Links to the previous and the next finding of the list, also by the keys k and j. */
export function FindingSteps({ neighbors: { position, count, previous, next } }: { neighbors: FindingNeighbors }) {
  const router = useRouter()
  const open = (href: string | null) => () => {
    if (href !== null) router.push(href)
  }
  useKeyboardShortcuts(true, { k: open(previous), j: open(next) })
  return (
    <nav aria-label="Findings" className={`${style.steps} no-print`}>
      {previous !== null && (
        <a href={previous} rel="prev">
          ← Previous <kbd className="needs-script">k</kbd>
        </a>
      )}
      <span>
        {position} of {count}
      </span>
      {next !== null && (
        <a href={next} rel="next">
          Next → <kbd className="needs-script">j</kbd>
        </a>
      )}
    </nav>
  )
}
