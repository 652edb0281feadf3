import type { Comparison } from '@assay/domain/compare/comparison'
import type { ReactNode } from 'react'

/** Props that a study page passes to its screen. */
export type StudyScreenProps = {
  project: string
  /** The comparison in the address, or the first study of this kind that the project offers. */
  comparison: Comparison
  /** Errors in the query of the address, one sentence each without the full stop. */
  problems: readonly string[]
  /** The study's additional parameters of the address: those that its entry in the registry names. */
  own: Readonly<Record<string, string | undefined>>
  /** 2 when the study is part of a page with its own heading. */
  level?: 1 | 2 | undefined
}

export type StudyEntry = {
  title: string
  /** A server component that fetches its grids with frame/ask-grid.ts. */
  Screen: (props: StudyScreenProps) => Promise<ReactNode>
  /** Names of parameters that belong to the page and not to its comparison, such as a what-if latency. */
  parameters?: readonly string[]
}
