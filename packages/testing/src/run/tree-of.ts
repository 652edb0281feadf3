import { type ProfileNode, ProfileTree } from '@assay/domain/run/cpu-profile/stack-profile'

/** Builds a tree from collapsed stacks: `{ 'main;work': 3 }`. */
export function treeOf(stacks: Readonly<Record<string, number>>): ProfileNode {
  const tree = new ProfileTree()
  for (const [stack, weight] of Object.entries(stacks)) {
    const frames = stack === '' ? [] : stack.split(';').map((name) => ({ name, module: null }))
    tree.add(frames, weight)
  }
  return tree.root()
}
