/** Separates the name of a part from that of its test: `select-only in tpcb-like@1+select-only@9`. */
const OF_TEST = ' in '

/**
 * The test of which all other tests of an output are parts, such as the scripts of a mix; null when an output has tests that
 * stand for themselves.
 */
export function wholeTest(names: Iterable<string>): string | null {
  const all = [...new Set(names)]
  const whole = all.find((name) => all.every((other) => other === name || other.endsWith(OF_TEST + name)))
  return whole ?? null
}

/** The items of the whole test, where all of them are of one output that has parts; otherwise all items. */
export function preferWhole<T>(
  items: readonly T[],
  resultOf: (item: T) => { test: { name: string }; location: { path: string } },
): T[] {
  const results = items.map(resultOf)
  if (new Set(results.map(({ location }) => location.path)).size !== 1) return [...items]
  const whole = wholeTest(results.map(({ test }) => test.name))
  return whole === null ? [...items] : items.filter((item) => resultOf(item).test.name === whole)
}

/** The name of a test of an output after its whole test got another name. */
export const renamedTest = (name: string, whole: string, to: string): string =>
  name === whole ? to : name.slice(0, name.length - whole.length) + to
