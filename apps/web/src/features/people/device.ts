// Edge and Opera call themselves Chrome too, and Chrome calls itself Safari: the first that fits is it.
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** What a browser calls itself, in words that people know; enough to tell one's own sessions apart. */
export function nameDevice(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([form]) => form.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser === undefined && system === undefined) return 'Unknown browser'
  return system === undefined ? (browser ?? '') : `${browser ?? 'Browser'} on ${system}`
}
