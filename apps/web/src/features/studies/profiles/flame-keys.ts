/** A frame as the keyboard navigation sees it. */
type FlameFrame<Node> = { parent: Node | null; children?: Node[] | undefined; data: { value: number } }

/**
 * Returns the frame to which a key moves: down to the largest function that it calls, up to its caller, left and right
 * to its neighbors. The same frame when there is none in that direction; null for keys that do not move.
 */
export function frameAfterKey<Node extends FlameFrame<Node>>(current: Node, key: string): Node | null {
  switch (key) {
    case 'ArrowDown':
      return largest(current.children ?? []) ?? current
    case 'ArrowUp':
      return current.parent ?? current
    case 'ArrowLeft':
      return sibling(current, -1)
    case 'ArrowRight':
      return sibling(current, 1)
    case 'Home':
      return rootOf(current)
    default:
      return null
  }
}

function largest<Node extends FlameFrame<Node>>(nodes: readonly Node[]): Node | undefined {
  return nodes.toSorted((a, b) => b.data.value - a.data.value)[0]
}

function sibling<Node extends FlameFrame<Node>>(current: Node, step: number): Node {
  const siblings = current.parent?.children ?? [current]
  return siblings[siblings.indexOf(current) + step] ?? current
}

function rootOf<Node extends FlameFrame<Node>>(node: Node): Node {
  let root = node
  while (root.parent !== null) root = root.parent
  return root
}
