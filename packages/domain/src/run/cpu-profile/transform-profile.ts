import { type ProfileNode, ProfileTree, stacksOf } from './stack-profile.ts'

/** Several profiles as one: their weights added up. */
export function mergeProfiles(roots: readonly ProfileNode[]): ProfileNode {
  const tree = new ProfileTree()
  for (const root of roots) for (const { frames, weight } of stacksOf(root)) tree.add(frames, weight)
  return tree.root()
}

/** The inverted tree, from the innermost functions outwards: the children of a function are its callers. */
export function invertProfile(root: ProfileNode): ProfileNode {
  const tree = new ProfileTree()
  for (const { frames, weight } of stacksOf(root)) tree.add(frames.toReversed(), weight)
  return tree.root()
}

/**
 * Without what is too small to be seen: functions with less than `share` of the whole are left out, and their weight is
 * that of their callers.
 */
export function pruneProfile(root: ProfileNode, share: number): ProfileNode {
  const least = root.total * share
  const prune = (node: ProfileNode): ProfileNode => {
    const children = node.children.filter(({ total }) => total >= least).map(prune)
    return { ...node, children, self: node.total - children.reduce((sum, { total }) => sum + total, 0) }
  }
  return prune(root)
}
