/**
 * Names of functions that commas join. C++ names hold commas of their own, inside of templates: a fragment with more `>`
 * than `<` is the end of a name that an earlier fragment began, and these are put together again. Names that were cut at
 * a blank (`Mem_root_array<SEL_ARG*,`) leave an empty fragment behind, which is no function.
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

/** The nearest fragment from which on enough templates are open to be closed; -1 when too few are. */
function findOpener(names: readonly { depth: number }[], closed: number): number {
  let open = 0
  return names.findLastIndex(({ depth }) => {
    open += depth
    return open >= closed
  })
}

/** How many `<` are not closed; those of operators (`operator<<`, `operator->`) are no brackets. */
function templateDepth(name: string): number {
  const plain = name.replace(/\boperator\s*(?:<=>|->\*?|<<=?|>>=?|<=?|>=?)/g, '').replaceAll('->', '')
  let depth = 0
  for (const character of plain) depth += character === '<' ? 1 : character === '>' ? -1 : 0
  return depth
}
