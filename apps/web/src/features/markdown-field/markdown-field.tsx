'use client'

import { plural } from '@assay/domain/plural'
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Textarea } from '../../ui/input.tsx'
import { FormatToolbar } from './format-toolbar.tsx'
import style from './markdown-field.module.css'
import type { SlashCommand } from './match-commands.ts'
import type { OpenEditor } from './open-editor.ts'

/** Methods for other components to change the text in the field. */
export type MarkdownFieldHandle = Pick<OpenEditor, 'insertBlock' | 'insertText' | 'focus'>

type Props = {
  ref?: Ref<MarkdownFieldHandle>
  label: ReactNode
  value: string
  maxLength: number
  onChange: (text: string) => void
  /** Returns the text to insert instead of a paste at the start of a line; null leaves the paste as it is. */
  onPasteLine?: (pasted: string) => string | null
  /** Takes pasted and dropped files; without it the editor ignores them. */
  onFiles?: (files: readonly File[]) => void
  /** Choices after a slash at the start of a line or after a space. */
  commands?: () => readonly SlashCommand[]
}

/** A field for a long Markdown text: a plain text area first, replaced by the editor when it is loaded. */
export function MarkdownField({ ref, label, value, maxLength, onChange, onPasteLine, onFiles, commands }: Props) {
  const labelId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<OpenEditor>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isReady, setIsReady] = useState(false)
  const [lostImages, setLostImages] = useState(0)
  /**
   * Values that the editor reported and React has not rendered yet, oldest first. A `value` among them is older than
   * the text of the editor and must not replace it.
   */
  const announced = useRef<string[]>([])
  // The newest values of the props, for an editor that is opened once.
  const now = useRef({ value, onChange, onPasteLine, onFiles, commands })
  now.current = { value, onChange, onPasteLine, onFiles, commands }

  useEffect(() => {
    let isGone = false
    setIsReady(true)
    void import('./open-editor.ts').then(({ openEditor }) => {
      if (isGone || container.current === null) return
      const { activeElement } = document
      const plain = activeElement === field.current ? field.current : null
      editor.current = openEditor({
        parent: container.current,
        text: now.current.value,
        selection: plain && { from: plain.selectionStart, to: plain.selectionEnd },
        labelId,
        maxLength,
        onChange: (text) => {
          announced.current.push(text)
          now.current.onChange(text)
        },
        onPasteLine: (pasted) => now.current.onPasteLine?.(pasted) ?? null,
        onLostImages: setLostImages,
        commands: () => now.current.commands?.() ?? [],
        onFiles: (files) => {
          now.current.onFiles?.(files)
          return now.current.onFiles !== undefined
        },
      })
      // Synchronous, so that there is exactly one field at any time.
      flushSync(() => setIsOpen(true))
    })
    return () => {
      isGone = true
      editor.current?.close()
      editor.current = null
    }
  }, [labelId, maxLength])

  useEffect(() => {
    const at = announced.current.indexOf(value)
    if (at < 0) editor.current?.replace(value)
    announced.current.splice(0, at < 0 ? announced.current.length : at + 1)
  }, [value])

  useImperativeHandle(ref, () => ({
    insertBlock: (block) => {
      if (editor.current !== null) editor.current.insertBlock(block)
      else now.current.onChange(`${now.current.value.trimEnd()}\n\n${block}\n`)
    },
    insertText: (text) => {
      if (editor.current !== null) editor.current.insertText(text)
      else now.current.onChange(`${now.current.value}${text}`)
    },
    focus: () => (editor.current ?? field.current)?.focus(),
  }))

  return (
    <div className={style.field}>
      <span id={labelId} className={style.label}>
        {label}
      </span>
      <FormatToolbar
        isDisabled={!isOpen}
        format={(format) => editor.current?.format(format)}
        insertBlock={(block) => editor.current?.insertBlock(block)}
      />
      <div ref={container} className={style.editor} />
      {!isOpen && (
        <Textarea
          ref={field}
          className={style.plain}
          aria-labelledby={labelId}
          rows={24}
          // Text that is typed before the script is attached would be lost.
          readOnly={!isReady}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {lostImages > 0 && (
        <p role="status" className={style.notice}>
          {plural(lostImages, 'image')} of the pasted text {lostImages === 1 ? 'is' : 'are'} not in the clipboard. Copy
          each image alone, and paste it here.
        </p>
      )}
    </div>
  )
}
