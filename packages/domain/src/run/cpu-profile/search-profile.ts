import type { ProfileNode } from './stack-profile.ts'

/**
 * Weight of all stacks on which a function stands whose name contains the text, small or capital letters alike; a
 * stack counts once. An empty text finds nothing.
 */
export function weightOfMatches(root: ProfileNode, text: string): number {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return 0
  const walk = (node: ProfileNode): number =>
    node.name.toLowerCase().includes(wanted) ? node.total : node.children.reduce((sum, child) => sum + walk(child), 0)
  return root.children.reduce((sum, child) => sum + walk(child), 0)
}
