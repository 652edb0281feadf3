import { Button } from './button.tsx'
import { joinClasses } from './join-classes.ts'
import style from './segments.module.css'

type Props<T extends string> = {
  /** Names the choice for assistive technology. */
  legend: string
  options: readonly (readonly [value: T, label: string])[]
  value: T
  onChange: (value: T) => void
  /** True moves the buttons to the end of a row. */
  isAtEnd?: boolean
}

/** A choice between a few views: joined buttons, of which one is pressed. */
export function Segments<T extends string>({ legend, options, value, onChange, isAtEnd = false }: Props<T>) {
  return (
    <fieldset className={joinClasses(style.segments, isAtEnd ? style.end : '')}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([option, label]) => (
        <Button variant="plain" key={option} aria-pressed={option === value} onClick={() => onChange(option)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
