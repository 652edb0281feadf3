/** A frame of a flame graph: its share and, with a base, its share there; in percent. */
type Share = { name: string; module: string | null; percent: number; before?: number }

/** A change of this many percentage points has the full color. */
const FULL_POINTS = 5

/**
 * The color of a frame. Without a base, the kernel is highlighted and functions vary slightly, with one color per
 * function. With a base, a larger share is orange and a smaller one blue, with an intensity by the difference.
 */
export function flameColor({ name, module, percent, before }: Share): string {
  if (before === undefined) {
    const base = module === '[kernel]' ? 'var(--flame-kernel)' : 'var(--flame)'
    return `color-mix(in oklab, ${base} ${100 - shadeOf(name)}%, var(--surface))`
  }
  const points = percent - before
  const strength = Math.round(Math.min(1, Math.abs(points) / FULL_POINTS) * 100)
  const side = points > 0 ? 'var(--worse-3)' : 'var(--better-3)'
  return `color-mix(in oklab, ${side} ${strength}%, var(--line))`
}

/** Returns 0 to 35, always the same for a name. */
function shadeOf(name: string): number {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0
  return hash % 36
}
