import type { Frame, ProfileNode } from './stack-profile.ts'

/** A function over all stacks: its own weight, and the weight of all stacks that contain it. */
type FunctionWeight = Frame & { self: number; total: number }

/** Every function of a profile, by own weight in descending order. A recursive function counts once per stack. */
export function functionsOf(root: ProfileNode): FunctionWeight[] {
  const weights = new Map<string, FunctionWeight>()
  const open = new Set<string>()
  const walk = (node: ProfileNode) => {
    const key = `${node.module ?? ''}\n${node.name}`
    const weight = weights.get(key) ?? { name: node.name, module: node.module, self: 0, total: 0 }
    weights.set(key, weight)
    weight.self += node.self
    const isOutermost = !open.has(key)
    if (isOutermost) {
      weight.total += node.total
      open.add(key)
    }
    for (const child of node.children) walk(child)
    if (isOutermost) open.delete(key)
  }
  for (const child of root.children) walk(child)
  return [...weights.values()].sort((a, b) => b.self - a.self || b.total - a.total || (a.name < b.name ? -1 : 1))
}
