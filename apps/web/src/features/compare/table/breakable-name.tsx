/** A name that may be broken after its separators: configs are long, and columns of ratios are narrow. */
export function BreakableName({ name }: { name: string }) {
  return name.split(/(?<=[_+,/-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
    <span key={index}>
      {part}
      <wbr />
    </span>
  ))
}
