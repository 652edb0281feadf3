'use client'

import type { FlameTree } from '@assay/api/profiles/flame-tree'
import { percentText } from '@assay/domain/run/cpu-profile/frame-text'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { type DrawnFlameGraph, drawFlameGraph } from './draw-flame-graph.ts'
import { type FlameDatum, flameData, percentOfMatches } from './flame-data.ts'
import style from './flame-graph.module.css'

type Props = {
  project: string
  profileId: string
  baseId: string | null
  inverted: boolean
  /** Accessible name of the graph. */
  label: string
  find: string
}

/**
 * A flame graph of a profile, or of its change: zoom, search and keyboard. The list of functions has the same data as a
 * table.
 */
export function FlameGraph({ project, profileId, baseId, inverted, label, find: initialSearch }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnFlameGraph>(null)
  const [data, setData] = useState<FlameDatum | null>(null)
  const [failed, setFailed] = useState(false)
  const [leftOut, setLeftOut] = useState(0)
  const [find, setFind] = useState(initialSearch)
  const [message, setMessage] = useState('')
  const help = useId()

  useEffect(() => {
    let isOpen = true
    askTree({ project, profileId, baseId, inverted }).then(
      (tree) => {
        if (!isOpen) return
        setData(flameData(tree.root))
        setLeftOut(tree.leftOut)
      },
      () => {
        if (isOpen) setFailed(true)
      },
    )
    return () => {
      isOpen = false
    }
  }, [project, profileId, baseId, inverted])

  useEffect(() => {
    if (area.current === null || data === null) return
    drawn.current = drawFlameGraph(area.current, data, {
      currentClass: style.current ?? 'current',
      announce: setMessage,
    })
    return () => drawn.current?.remove()
  }, [data])

  useEffect(() => {
    if (data !== null) drawn.current?.find(find)
  }, [find, data])

  if (failed) return <p>The profile can no longer be loaded. Its raw file is on the page of its run.</p>
  const found = data === null ? null : percentOfMatches(data, find)
  return (
    <div className={style.graph}>
      <div className={style.tools}>
        <label>
          Find a function{' '}
          <Input type="search" name="find" value={find} onChange={(event) => setFind(event.target.value)} />
        </label>
        <span role="status">{found !== null && `${percentText(found)} of samples`}</span>
        <Button onClick={() => drawn.current?.resetZoom()}>Reset zoom</Button>
      </div>
      {/* Arrow keys move between frames, as in a tree. */}
      <div
        ref={area}
        role="application"
        aria-label={label}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the element has the role application and handles keys
        tabIndex={0}
        className={style.area}
        onKeyDown={(event) => {
          if (drawn.current?.key(event.key)) event.preventDefault()
        }}
      />
      <p aria-live="polite" className={style.said}>
        {message || 'Point at a frame, or move with the arrow keys.'}
      </p>
      <p id={help} className={style.help}>
        Arrow down goes to the callee, arrow up to the caller, left and right to the neighbors. Enter zooms, Escape
        shows everything.{leftOut > 0 && ` ${leftOut} functions below 0.05% are included in their callers.`}
      </p>
    </div>
  )
}

async function askTree(input: {
  project: string
  profileId: string
  baseId: string | null
  inverted: boolean
}): Promise<FlameTree> {
  const { client } = await import('../../../trpc/client.ts')
  return client.profiles.tree.query(input)
}
