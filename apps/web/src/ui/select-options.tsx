/** The options of a `<select>`, each a value and its label. */
export const SelectOptions = ({ options }: { options: readonly (readonly [value: string, label: string])[] }) =>
  options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
