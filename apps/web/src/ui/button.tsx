import type { ComponentProps } from 'react'
import style from './button.module.css'
import { joinClasses } from './join-classes.ts'

export type ButtonVariant = 'secondary' | 'primary' | 'danger' | 'quiet' | 'icon'

type Props = ComponentProps<'button'> & {
  /** The class of a feature replaces the look of `plain`, such as for chips and rows of lists. */
  variant?: ButtonVariant | 'plain'
}

/** A button. It submits its form only with `type="submit"`. */
export const Button = ({ variant = 'secondary', type = 'button', className, ...rest }: Props) => (
  <button
    type={type}
    className={joinClasses(variant === 'plain' ? undefined : style[CLASSES[variant]], className)}
    {...rest}
  />
)

const CLASSES = { secondary: 'button', primary: 'primary', danger: 'danger', quiet: 'quiet', icon: 'icon' } as const
