import type { FlameNode } from '@assay/api/profiles/flame-tree'

/** A frame as the library expects it: `value` is the width, and the library adds its own state. */
export type FlameDatum = Omit<FlameNode, 'children'> & { value: number; children: FlameDatum[] }

/** A copy that the library may write to. */
export const flameData = ({ children, ...node }: FlameNode): FlameDatum => ({
  ...node,
  value: node.percent,
  children: children.map(flameData),
})

const contains = (name: string, term: string): boolean => name.toLowerCase().includes(term)

/** Percent of all stacks with a function whose name contains the text; null for an empty text. */
export function percentOfMatches(root: FlameDatum, text: string): number | null {
  const term = text.trim().toLowerCase()
  if (term === '') return null
  const walk = (node: FlameDatum): number =>
    contains(node.name, term) ? node.value : node.children.reduce((sum, child) => sum + walk(child), 0)
  return root.children.reduce((sum, child) => sum + walk(child), 0)
}

export const matches = (datum: FlameDatum, text: string): boolean => {
  const term = text.trim().toLowerCase()
  return term !== '' && contains(datum.name, term)
}
