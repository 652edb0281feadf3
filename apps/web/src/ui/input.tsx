import type { ComponentProps } from 'react'

type InputProps = Omit<ComponentProps<'input'>, 'type'> & {
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'date' | 'time' | 'datetime-local' | 'range'
}

/** A field of one line. It is the native control, which phones and forms without a script know. */
export const Input = (props: InputProps) => <input {...props} />

/** A hidden field. */
export const HiddenInput = (props: Omit<ComponentProps<'input'>, 'type'>) => <input type="hidden" {...props} />

/** A field of several lines. */
export const Textarea = (props: ComponentProps<'textarea'>) => <textarea {...props} />

/** A check box. Its label wraps it. */
export const Checkbox = (props: Omit<ComponentProps<'input'>, 'type'>) => <input type="checkbox" {...props} />

/** A radio button. Its label wraps it. */
export const Radio = (props: Omit<ComponentProps<'input'>, 'type'>) => <input type="radio" {...props} />
