const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Formats bytes by powers of 1024: `812 B`, `3.4 MiB`. */
export function formatBytes(sizeBytes: number): string {
  let size = sizeBytes
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${UNITS[unit]}`
}
