'use client'

import { type SelectHTMLAttributes, useEffect, useRef } from 'react'

export type SelectOption = { value: string; label: string }

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'defaultValue' | 'children'> & {
  /** The value that the server has; a form that is reset shows it. */
  value: string
  options: readonly SelectOption[]
  /** Options below a heading, after the others. */
  groups?: readonly { label: string; options: readonly SelectOption[] }[]
}

/** A select of a form that submits itself. React applies `defaultValue` only once, so later values are set here. */
export function FormSelect({ value, options, groups = [], ...select }: Props) {
  const element = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    for (const option of element.current?.options ?? []) option.defaultSelected = option.value === value
  })
  return (
    <select ref={element} defaultValue={value} {...select}>
      <Options options={options} />
      {groups.map((group) => (
        <optgroup key={group.label} label={group.label}>
          <Options options={group.options} />
        </optgroup>
      ))}
    </select>
  )
}

const Options = ({ options }: { options: readonly SelectOption[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
