import type { ProfileNode } from './stack-profile.ts'

/**
 * Weight of all stacks with a function whose name contains the text, ignoring case. A stack counts once. An empty text
 * matches nothing.
 */
export function weightOfMatches(root: ProfileNode, text: string): number {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return 0
  const walk = (node: ProfileNode): number =>
    node.name.toLowerCase().includes(wanted) ? node.total : node.children.reduce((sum, child) => sum + walk(child), 0)
  return root.children.reduce((sum, child) => sum + walk(child), 0)
}
