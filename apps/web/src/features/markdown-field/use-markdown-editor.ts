'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AddedFile } from './added-file.ts'
import type { SlashCommand } from './match-commands.ts'
import type { OpenEditor } from './open-editor.ts'

type Options = {
  /** Id of the element that labels the editor. */
  labelId: string
  value: string
  maxLength: number
  onChange: (text: string) => void
  /** Returns the text to insert instead of a paste at the start of a line; null leaves the paste as it is. */
  onPasteLine?: ((pasted: string) => string | null) | undefined
  /** Takes pasted and dropped files; without it the editor ignores them. */
  onFiles?: ((files: readonly AddedFile[]) => void) | undefined
  /** Choices after a slash at the start of a line or after a space. */
  commands?: (() => readonly SlashCommand[]) | undefined
}

/**
 * Opens the editor in `container` when its module is loaded, with the selection of the plain `field` that it replaces, and
 * shows a changed `value` in it.
 */
export function useMarkdownEditor(
  { container, field }: { container: RefObject<HTMLElement | null>; field: RefObject<HTMLTextAreaElement | null> },
  options: Options,
) {
  const { labelId, maxLength, value } = options
  const editor = useRef<OpenEditor>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [lostImages, setLostImages] = useState(0)
  /**
   * Values that the editor reported and React has not rendered yet, oldest first. A `value` among them is older than
   * the text of the editor and must not replace it.
   */
  const announced = useRef<string[]>([])
  // The newest values of the props, for an editor that is opened once.
  const now = useRef(options)
  now.current = options

  useEffect(() => {
    let isGone = false
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
  }, [container, field, labelId, maxLength])

  useEffect(() => {
    const at = announced.current.indexOf(value)
    if (at < 0) editor.current?.replace(value)
    announced.current.splice(0, at < 0 ? announced.current.length : at + 1)
  }, [value])

  return {
    editor,
    isOpen,
    /** Number of images of the last paste that the clipboard does not contain. */
    lostImages,
  }
}
