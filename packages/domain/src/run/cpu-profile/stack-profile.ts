/** Formats that a profile can be read from, named as in the import. */
export const PROFILE_KINDS = [
  'perf-report',
  'perf-script',
  'folded-stacks',
  'flame-graph-svg',
  'pmp',
  'query-plan',
] as const
export type ProfileKind = (typeof PROFILE_KINDS)[number]

/** True for a profile of CPU time or waits. Plans are stored in the same way, and are not part of a sum of profiles. */
export const isSampled = ({ kind }: { kind: ProfileKind }): boolean => kind !== 'query-plan'

/** Units of the weights of a profile; `events` are for example cycles, of which one sample represents many. */
export const PROFILE_UNITS = ['samples', 'events', 'percent'] as const
export type ProfileUnit = (typeof PROFILE_UNITS)[number]

/** One function on a stack. */
export type Frame = {
  name: string
  /** Shared object, `[kernel]` or null where the format does not say. */
  module: string | null
}

/** A function under the functions that called it. `total` is its own weight (`self`) and that of its children. */
export type ProfileNode = Frame & { total: number; self: number; children: readonly ProfileNode[] }

/** Sampled stacks as one tree; the children of the root are the outermost functions. */
export type StackProfile = {
  /** `cycles`; null where the format does not say. */
  event: string | null
  unit: ProfileUnit
  root: ProfileNode
}

/** A stack and its weight in the profile. */
type Stack = { frames: readonly Frame[]; weight: number }

/** Maximum depth of a stack. Real programs stay below it. */
export const MAX_STACK_DEPTH = 1_000

export const ROOT_NAME = 'all'

/** Maximum count that is read as samples: 100 CPUs sampled 1,000 times a second for a quarter of an hour. */
const MAX_SAMPLE_COUNT = 1e8

/**
 * Unit of a count in a file: scripts that draw flame graphs also call billions of cycles samples.
 *
 * @param name the name in the file; any name but samples means events.
 */
export const countedUnit = (name: string | undefined, total: number): ProfileUnit =>
  /^samples?$/.test(name ?? 'samples') && total < MAX_SAMPLE_COUNT ? 'samples' : 'events'

type GrowingNode = Frame & { self: number; children: Map<string, GrowingNode> }

/** Builds a tree from stacks that are added one by one, outermost function first. */
export class ProfileTree {
  readonly #root: GrowingNode = grow({ name: ROOT_NAME, module: null })

  /** @param weight above 0. Frames deeper than the maximum are dropped and their weight counts for the last frame. */
  add(frames: readonly Frame[], weight: number): void {
    let node = this.#root
    for (const frame of frames.slice(0, MAX_STACK_DEPTH)) {
      const key = `${frame.module ?? ''}\n${frame.name}`
      let child = node.children.get(key)
      if (child === undefined) {
        child = grow(frame)
        node.children.set(key, child)
      }
      node = child
    }
    node.self += weight
  }

  root(): ProfileNode {
    return finish(this.#root)
  }
}

const grow = ({ name, module }: Frame): GrowingNode => ({ name, module, self: 0, children: new Map() })

/** Children by name, so that the order of the stacks changes nothing. */
function finish({ name, module, self, children }: GrowingNode): ProfileNode {
  const finished = [...children.values()].map(finish).sort(byName)
  return { name, module, self, total: finished.reduce((sum, child) => sum + child.total, self), children: finished }
}

export function byName(a: Frame, b: Frame): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return (a.module ?? '') < (b.module ?? '') ? -1 : (a.module ?? '') > (b.module ?? '') ? 1 : 0
}

/** Every stack of a tree with its own weight, outermost function first and without the root. */
export function* stacksOf(root: ProfileNode): Generator<Stack> {
  const frames: Frame[] = []
  function* walk(node: ProfileNode): Generator<Stack> {
    if (node.self > 0) yield { frames: [...frames], weight: node.self }
    for (const child of node.children) {
      frames.push(child)
      yield* walk(child)
      frames.pop()
    }
  }
  yield* walk(root)
}

/** Number of functions in a tree, without the root. */
export function countNodes(root: ProfileNode): number {
  return root.children.reduce((sum, child) => sum + 1 + countNodes(child), 0)
}
