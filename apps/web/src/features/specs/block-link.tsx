'use client'

import { useEffect } from 'react'
import { specPlacePath } from '../../paths.ts'
import { type Picked, usePicked } from './picked.ts'

const WHAT: Record<Picked['kind'], string> = {
  range: 'paragraph',
  block: 'paragraph',
  heading: 'heading',
  cell: 'row',
  figure: 'figure',
}

/** At what was clicked in the text: its address, which leads there for ever. */
export function BlockLink({ project, name }: { project: string; name: string }) {
  const picked = usePicked()
  const kind = picked?.kind ?? 'range'
  const block = kind === 'range' ? null : (picked?.block ?? null)
  // The text is kept outside of React, which would stumble over what it took out.
  useEffect(() => {
    const place = block === null ? null : endOf(block)
    if (place === null || block === null) return
    const link = document.createElement('a')
    link.href = specPlacePath(project, name, block)
    link.textContent = '¶'
    link.ariaLabel = `Permanent link to this ${WHAT[kind]}`
    link.className = 'no-print'
    // Like the marks of feedback it is no word of the text.
    link.dataset.feedback = ''
    place.append(link)
    return () => link.remove()
  }, [project, name, block, kind])
  return null
}

function endOf(block: string): Element | null {
  const element = document.querySelector(`[data-spec-text] [data-block="${CSS.escape(block)}"]`)
  return element?.tagName === 'TR' ? element.lastElementChild : element
}
