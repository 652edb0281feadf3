'use client'

import { plural } from '@assay/domain/plural'
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { Textarea } from '../../ui/input.tsx'
import type { AddedFile } from './added-file.ts'
import { FormatToolbar } from './format-toolbar.tsx'
import style from './markdown-field.module.css'
import type { SlashCommand } from './match-commands.ts'
import type { OpenEditor } from './open-editor.ts'
import { useMarkdownEditor } from './use-markdown-editor.ts'

/** Methods for other components to change the text in the field. */
export type MarkdownFieldHandle = Pick<OpenEditor, 'insertBlock' | 'insertText' | 'replaceText' | 'focus'>

type Props = {
  ref?: Ref<MarkdownFieldHandle>
  label: ReactNode
  value: string
  maxLength: number
  onChange: (text: string) => void
  /** Returns the text to insert instead of a paste at the start of a line; null leaves the paste as it is. */
  onPasteLine?: (pasted: string) => string | null
  /** Takes pasted and dropped files; without it the editor ignores them. */
  onFiles?: (files: readonly AddedFile[]) => void
  /** Choices after a slash at the start of a line or after a space. */
  commands?: () => readonly SlashCommand[]
}

/** A field for a long Markdown text: a plain text area first, replaced by the editor when it is loaded. */
export function MarkdownField({ ref, label, value, maxLength, onChange, onPasteLine, onFiles, commands }: Props) {
  const labelId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => setIsReady(true), [])
  const { editor, isOpen, lostImages } = useMarkdownEditor(
    { container, field },
    { labelId, value, maxLength, onChange, onPasteLine, onFiles, commands },
  )

  useImperativeHandle(ref, () => ({
    insertBlock: (block) => {
      if (editor.current !== null) editor.current.insertBlock(block)
      else onChange(`${value.trimEnd()}\n\n${block}\n`)
    },
    insertText: (text) => {
      if (editor.current !== null) editor.current.insertText(text)
      else onChange(`${value}${text}`)
    },
    replaceText: (old, text) => {
      if (editor.current !== null) return editor.current.replaceText(old, text)
      onChange(value.replace(old, () => text))
      return value.includes(old)
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
