import { Fragment } from 'react'

/** Allows line breaks after separators in a name, because names of configs and tests are long and columns narrow. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[_+,/=-])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no identity besides their position
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
