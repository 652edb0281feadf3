import { Fragment } from 'react'

/** A name that may be broken after its separators: configs are long, and columns of ratios are narrow. */
export function BreakableName({ name }: { name: string }) {
  return name.split(/(?<=[_+,/-])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat, so only their place tells them apart
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ))
}
