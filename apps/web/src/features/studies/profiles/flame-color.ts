/** A part of a flame graph: its share and, beside a base, what it was there; percent. */
type Share = { name: string; module: string | null; percent: number; before?: number }

/** A share that changed by this many points has the full colour. */
const FULL_POINTS = 5

/**
 * The colour of a frame. Alone, the kernel stands out and functions differ a little, the same one alike everywhere.
 * Beside a base, what takes a larger share is orange and what takes a smaller one is blue, the stronger the more.
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

/** 0 to 35, the same for the same name. */
function shadeOf(name: string): number {
  let hash = 0
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0
  return hash % 36
}
