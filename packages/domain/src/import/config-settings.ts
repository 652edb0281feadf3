/**
 * The settings that all configs of one name agree on. Files of one name differ between versions of a server, where a
 * setting is new or gone; what only some of them say is no property of the name.
 */
export function commonSettings(all: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const [first = {}, ...others] = all
  return Object.fromEntries(
    Object.entries(first).filter(([key, value]) => others.every((other) => other[key] === value)),
  )
}
