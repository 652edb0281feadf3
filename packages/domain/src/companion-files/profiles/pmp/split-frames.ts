/**
 * Splits names of functions at commas. C++ templates contain commas too: a fragment with more `>` than `<` is the end
 * of a name that an earlier fragment began, and the fragments are joined. Names that were truncated at a blank
 * (`Mem_root_array<SEL_ARG*,`) leave an empty fragment, which is dropped.
 */
export function splitFrames(text: string): string[] {
  const names: { text: string; depth: number }[] = []
  for (const fragment of text.split(',')) {
    const last = names.at(-1)
    if (fragment === '' && last !== undefined && last.depth > 0) continue
    const depth = templateDepth(fragment)
    const opener = depth < 0 ? findOpener(names, -depth) : -1
    if (opener >= 0) {
      const parts = names.splice(opener)
      const open = parts.reduce((sum, part) => sum + part.depth, depth)
      names.push({ text: [...parts.map((part) => part.text), fragment].join(','), depth: open })
    } else {
      names.push({ text: fragment.trim() === '' ? '[unknown]' : fragment.trim(), depth })
    }
  }
  return names.map((name) => name.text)
}

/** The nearest fragment after which enough templates are open; -1 when there are too few. */
function findOpener(names: readonly { depth: number }[], closed: number): number {
  let open = 0
  return names.findLastIndex(({ depth }) => {
    open += depth
    return open >= closed
  })
}

/** Number of unclosed `<`. Those of operators (`operator<<`, `operator->`) are not brackets. */
function templateDepth(name: string): number {
  const plain = name.replace(/\boperator\s*(?:<=>|->\*?|<<=?|>>=?|<=?|>=?)/g, '').replaceAll('->', '')
  let depth = 0
  for (const character of plain) depth += character === '<' ? 1 : character === '>' ? -1 : 0
  return depth
}
