import { type ProfileNode, stacksOf } from '@assay/domain/run/cpu-profile/stack-profile'

/** A tree as sorted collapsed stacks, for comparison in tests. */
export function foldedText(root: ProfileNode): string[] {
  return [...stacksOf(root)]
    .map(({ frames, weight }) => `${frames.map(({ name }) => name).join(';')} ${Number(weight.toFixed(6))}`)
    .sort()
}
