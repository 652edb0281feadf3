'use client'

import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref'> & {
  ref?: RefObject<HTMLInputElement | null>
  /** True to choose a folder with everything in it. */
  isFolder?: boolean
  /** True to clear the field after each choice, so that the same files can be chosen again after they changed. */
  isCleared?: boolean
  /** The files that were chosen, also those that were chosen before the page's script ran; empty when none is left. */
  onFiles: (files: readonly File[]) => void
}

/** A field for files. */
export function FileInput({ ref, isFolder = false, isCleared = false, onFiles, ...props }: FileInputProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const take = () => {
    if (input.current === null) return
    onFiles([...(input.current.files ?? [])])
    if (isCleared) input.current.value = ''
  }
  const takeFirst = useRef(take)
  useEffect(() => {
    // A browser sends no event for a choice that was made before React attached its listeners.
    if ((input.current?.files?.length ?? 0) > 0) takeFirst.current()
  }, [input])
  return <input {...props} {...(isFolder ? { webkitdirectory: '' } : {})} ref={input} type="file" onChange={take} />
}
