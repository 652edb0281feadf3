/** Headings of a text, to be chosen from without a pointer. */
export const HeadingOptions = ({ headings }: { headings: readonly { id: string; text: string }[] }) =>
  headings.map(({ id, text }) => (
    <option key={id} value={id}>
      {text}
    </option>
  ))
