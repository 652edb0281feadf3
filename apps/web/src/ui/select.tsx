import type { ComponentProps } from 'react'

export type SelectOption = readonly [value: string, label: string]

type Props = ComponentProps<'select'> & {
  /** Values and labels; children give other content, such as groups. */
  options?: readonly SelectOption[]
}

/** A choice of one value. It is the native list, which phones show as a wheel and which works without a script. */
export const Select = ({ options, children, ...rest }: Props) => (
  <select {...rest}>
    {options?.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
    {children}
  </select>
)
