'use client'

import { useEffect, useRef, useState } from 'react'
import { specBlockPath } from '../../paths.ts'
import { writeClipboard } from '../../ui/write-clipboard.ts'
import { selectWords } from './select-words.ts'
import { selectBlock, setSelection, useSelection } from './spec-selection.ts'

type Props = {
  project: string
  name: string
  /** The block of a link that later revisions do not have, and the address of the changes that removed it. */
  gone: { block: string; changes: string } | null
}

const BLOCKS = '[data-spec-text] [data-block]'

/**
 * Shows a permanent link at the clicked block, or at the block in the address; a click copies it. While the link has
 * the focus, up and down move it from paragraph to paragraph, right and left go from word to word, and with Shift they
 * select more or fewer words.
 */
export function BlockLink({ project, name, gone }: Props) {
  const picked = useSelection()
  const [block, setBlock] = useState<string | null>(null)
  const takesFocus = useRef(false)

  useEffect(() => {
    // Words that were selected from the link leave it where it is.
    const isByKeyboard = document.activeElement?.getAttribute('data-block-link') === picked?.block
    if (picked !== null && !isByKeyboard) setBlock(picked.kind === 'range' ? null : picked.block)
  }, [picked])

  useEffect(() => {
    const onHash = () => {
      const id = decodeURIComponent(location.hash.slice(1))
      if (blockOf(id) !== null) setBlock(id)
      else if (/^b\d+$/.test(id)) void leadTo(project, name, id)
    }
    onHash()
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [project, name])

  // The link is added outside of React, which does not render the text.
  useEffect(() => {
    const element = block === null ? null : blockOf(block)
    if (element === null || block === null) return
    const link = document.createElement('a')
    link.href = specBlockPath(project, name, block)
    link.textContent = '¶'
    link.ariaLabel = `Permanent link to this ${whatIs(element)}`
    link.title = 'Copies the permanent link. Up and down go to the next paragraph, right selects words.'
    link.dataset.blockLink = block
    link.className = 'no-print'
    // Like comment marks, the link is not part of the text.
    link.dataset.feedback = ''
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void writeClipboard({ text: link.href }).then((isWritten) => {
        if (!isWritten) return location.assign(link.href)
        link.textContent = '¶ copied'
        link.ariaLabel = `Copied the permanent link to this ${whatIs(element)}`
      })
    })
    link.addEventListener('keydown', (event) => {
      if (selectWords(element, event)) return event.preventDefault()
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      const all = [...document.querySelectorAll<HTMLElement>(BLOCKS)]
      const next = by === 0 ? undefined : all[all.indexOf(element) + by]
      if (next === undefined) return
      event.preventDefault()
      takesFocus.current = true
      setSelection(selectBlock(next))
    })
    endOf(element)?.append(link)
    if (takesFocus.current) link.focus()
    takesFocus.current = false
    return () => link.remove()
  }, [project, name, block])
  useEffect(() => {
    const element = gone === null ? null : blockOf(gone.block)
    if (element === null || gone === null) return
    const note = document.createElement('a')
    note.href = gone.changes
    note.textContent = 'removed since: show changes'
    note.dataset.feedback = ''
    endOf(element)?.append(note)
    return () => note.remove()
  }, [gone])
  return null
}

const endOf = (block: HTMLElement): Element | null => (block.tagName === 'TR' ? block.lastElementChild : block)

const blockOf = (id: string): HTMLElement | null =>
  id === '' ? null : document.querySelector<HTMLElement>(`[data-spec-text] [data-block="${CSS.escape(id)}"]`)

function whatIs(element: HTMLElement): string {
  if (element.tagName === 'TR') return 'row'
  const { kind } = selectBlock(element)
  return kind === 'block' ? 'paragraph' : kind
}

/** Redirects the address of a block that this revision does not have to the revision that had it last. */
async function leadTo(project: string, name: string, blockName: string): Promise<void> {
  const { client } = await import('../../trpc/client.ts')
  const known = await client.specs.findBlock.query({ project, name, blockName }).catch(() => null)
  if (known !== null) location.replace(specBlockPath(project, name, blockName))
}
