import { type ProfileNode, ProfileTree, stacksOf } from './stack-profile.ts'

/** Merges profiles by adding their weights. */
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

/** Removes functions with less than `share` of the whole; their weight is added to their callers. */
export function pruneProfile(root: ProfileNode, share: number): ProfileNode {
  const min = root.total * share
  const prune = (node: ProfileNode): ProfileNode => {
    const children = node.children.filter(({ total }) => total >= min).map(prune)
    return { ...node, children, self: node.total - children.reduce((sum, { total }) => sum + total, 0) }
  }
  return prune(root)
}
