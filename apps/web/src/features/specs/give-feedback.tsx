'use client'

import { type FormEvent, useEffect, useState } from 'react'
import button from '../../ui/button.module.css'
import style from './form.module.css'
import { useAct } from './use-act.ts'

type Marked = { block: string; quote: string; prefix: string; suffix: string }

/** Feedback on the words that are marked in the text, or on the whole spec. */
export function GiveFeedback({ project, name, revision }: { project: string; name: string; revision: number }) {
  const { act, busy, failure } = useAct(project, name)
  const [marked, setMarked] = useState<Marked | null>(null)

  useEffect(() => {
    const onMark = () => {
      const found = readMarked()
      if (found !== null) setMarked(found)
    }
    document.addEventListener('selectionchange', onMark)
    return () => document.removeEventListener('selectionchange', onMark)
  }, [])

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const body = String(new FormData(form).get('body') ?? '')
    const anchor = marked === null ? { kind: 'whole' } : { kind: 'range', ...marked }
    if (await act({ kind: 'give', body, anchor, revision })) {
      form.reset()
      setMarked(null)
    }
  }
  return (
    <form
      aria-label="Give feedback"
      className={`${style.card} needs-script`}
      onSubmit={(event) => void onSubmit(event)}
    >
      <h3>Give feedback</h3>
      {marked === null ? (
        <p className={style.faint}>On the whole spec. Mark words in the text to speak of them.</p>
      ) : (
        <>
          <blockquote className={style.quote}>{marked.quote}</blockquote>
          <button type="button" className={button.quiet} onClick={() => setMarked(null)}>
            On the whole spec instead
          </button>
        </>
      )}
      <div className={style.form}>
        <label>
          <span className="visually-hidden">Your feedback</span>
          <textarea name="body" rows={4} required maxLength={20_000} />
        </label>
        <button type="submit" className={button.primary} disabled={busy}>
          Give
        </button>
      </div>
      {failure !== '' && (
        <p role="alert" className={style.failure}>
          {failure}
        </p>
      )}
    </form>
  )
}

const normalised = (text: string) => text.replaceAll(/\s+/g, ' ')

/** What is marked, if it lies in one block of the text. */
function readMarked(): Marked | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const block = elementOf(range.startContainer)?.closest<HTMLElement>('[data-spec-text] [data-block]')
  if (block == null || elementOf(range.endContainer)?.closest('[data-block]') !== block) return null
  const quote = normalised(range.toString()).trim()
  const id = block.dataset.block
  if (quote === '' || id === undefined) return null
  const before = document.createRange()
  before.setStart(block, 0)
  before.setEnd(range.startContainer, range.startOffset)
  const behind = document.createRange()
  behind.setStart(range.endContainer, range.endOffset)
  behind.setEnd(block, block.childNodes.length)
  const [prefix, suffix] = [before, behind].map((one) => normalised(one.toString()).trim())
  return {
    block: id,
    quote: quote.slice(0, 4_000),
    prefix: (prefix ?? '').slice(-32),
    suffix: (suffix ?? '').slice(0, 32),
  }
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)
