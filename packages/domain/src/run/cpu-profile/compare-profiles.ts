import { byName, type Frame, type ProfileNode } from './stack-profile.ts'

/** A function with its shares in two profiles. */
export type ProfileChange = Frame & {
  /** Percent of all of the base; 0 where it does not occur. */
  before: number
  after: number
  beforeSelf: number
  afterSelf: number
  children: readonly ProfileChange[]
}

/**
 * Two profiles as one tree, each as percent of its own total: runs of different length, and cycles beside samples,
 * compare by share. The root is 100 in both, unless a profile is empty. Functions meet by name: formats differ in
 * whether they know the shared object.
 */
export function compareProfiles({ base, mine }: { base: ProfileNode; mine: ProfileNode }): ProfileChange {
  return changeOf([base], [mine], { base: percentOf(base.total), mine: percentOf(mine.total) })
}

const percentOf = (total: number) => (weight: number) => (total > 0 ? (100 * weight) / total : 0)

type Scales = { base: (weight: number) => number; mine: (weight: number) => number }

/** @param base the nodes of one name under one caller: several where they are of different shared objects. */
function changeOf(base: readonly ProfileNode[], mine: readonly ProfileNode[], scales: Scales): ProfileChange {
  const { name = '', module = null } = mine[0] ?? base[0] ?? {}
  const pairs = new Map<string, { base: ProfileNode[]; mine: ProfileNode[] }>()
  const pairOf = (child: ProfileNode) => {
    const pair = pairs.get(child.name) ?? { base: [], mine: [] }
    pairs.set(child.name, pair)
    return pair
  }
  for (const child of base.flatMap(({ children }) => children)) pairOf(child).base.push(child)
  for (const child of mine.flatMap(({ children }) => children)) pairOf(child).mine.push(child)
  return {
    name,
    module,
    before: scales.base(sumOf(base, 'total')),
    after: scales.mine(sumOf(mine, 'total')),
    beforeSelf: scales.base(sumOf(base, 'self')),
    afterSelf: scales.mine(sumOf(mine, 'self')),
    children: [...pairs.values()].map((pair) => changeOf(pair.base, pair.mine, scales)).sort(byName),
  }
}

const sumOf = (nodes: readonly ProfileNode[], part: 'total' | 'self'): number =>
  nodes.reduce((sum, node) => sum + node[part], 0)
