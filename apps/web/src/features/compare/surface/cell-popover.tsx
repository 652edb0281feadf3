'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CellNumbers } from './cell-numbers.tsx'
import style from './cell-popover.module.css'
import { queries, useLoadedGrid } from './grid-store.ts'
import { positionPopover } from './position-popover.ts'
import type { OpenCell } from './use-cell-popover.ts'

type Props = { project: string; query: string; cell: OpenCell; close: () => void }

/** Details of a cell: values, repeats, the other metrics of the same results, and their runs. */
export function CellPopover({ project, query, cell, close }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { pinned, link, cellRef } = cell
  const { data, error, refetch } = useLoadedGrid(project, query)

  useEffect(() => {
    if (box.current !== null && !pinned) positionPopover(box.current, link)
    if (pinned) box.current?.focus()
    link.setAttribute('aria-expanded', 'true')
    return () => link.removeAttribute('aria-expanded')
  }, [link, pinned])

  return (
    <div
      ref={box}
      className={pinned ? style.drawer : style.popover}
      data-detail=""
      role="dialog"
      aria-label="Details of the cell"
      tabIndex={-1}
    >
      <Button variant="plain" className={style.close} onClick={close} aria-label="Close details">
        ×
      </Button>
      {data && (
        <QueryClientProvider client={queries}>
          <CellNumbers project={project} query={query} loaded={data} cellRef={cellRef} pinned={pinned} />
        </QueryClientProvider>
      )}
      {data === undefined && error === null && <p className={style.note}>Loading…</p>}
      {error !== null && (
        <p className={style.note} role="alert">
          The values could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
    </div>
  )
}
