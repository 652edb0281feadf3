'use client'

import { ComboboxItem, ComboboxPopover, ComboboxProvider, Combobox as Control } from '@ariakit/react/combobox'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import style from './combobox.module.css'
import { chooseSuggestion, lastEntry } from './last-entry.ts'

type Props = Pick<ComponentProps<'input'>, 'name' | 'required' | 'maxLength' | 'readOnly'> & {
  value?: string | undefined
  /** Values that fit to a text. Other values may be typed, too. */
  suggest: (text: string) => Promise<readonly string[]>
  /** True for values that are separated by commas; a suggestion completes the last one. */
  isList?: boolean
}

const WAIT_MS = 120

/** A text field that suggests values. It is a plain text field until its script has loaded. */
export function Combobox({ value = '', suggest, isList = false, ...field }: Props) {
  const [text, setText] = useState(value)
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const searched = (isList ? lastEntry(text) : text).trim()
  const found = useSuggestions(searched, isOpen, suggest)
  useResetValue(input, () => setText(value))
  return (
    <ComboboxProvider value={text} setValue={setText} open={isOpen && found.length > 0} setOpen={setOpen}>
      <Control ref={input} autoComplete="none" {...field} onChange={() => setOpen(true)} />
      <ComboboxPopover portal gutter={4} sameWidth className={style.list} aria-label="Suggestions">
        {found.map((one) => (
          <ComboboxItem
            key={one}
            value={one}
            className={style.item}
            setValueOnClick={false}
            onClick={() => setText(isList ? chooseSuggestion(text, one) : one)}
          />
        ))}
      </ComboboxPopover>
    </ComboboxProvider>
  )
}

/** A reset of the form restores fields of the browser, but not the state of React. */
function useResetValue(input: { current: HTMLInputElement | null }, reset: () => void): void {
  const latest = useRef(reset)
  useEffect(() => {
    latest.current = reset
  })
  useEffect(() => {
    const form = input.current?.form
    const onReset = () => latest.current()
    form?.addEventListener('reset', onReset)
    return () => form?.removeEventListener('reset', onReset)
  }, [input])
}

/** Asks when typing pauses; an answer that arrives after a later question is dropped. */
function useSuggestions(text: string, isOpen: boolean, suggest: Props['suggest']): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([])
  useEffect(() => {
    let isLatest = true
    if (!isOpen || text === '') {
      setFound([])
      return
    }
    const timer = setTimeout(async () => {
      const answer = await suggest(text).catch(() => [])
      if (isLatest) setFound(answer.filter((one) => one !== text))
    }, WAIT_MS)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [text, isOpen, suggest])
  return found
}
