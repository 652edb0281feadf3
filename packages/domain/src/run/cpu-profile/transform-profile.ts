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
