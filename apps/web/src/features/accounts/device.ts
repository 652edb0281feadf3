// Edge and Opera also call themselves Chrome, and Chrome calls itself Safari, so the first match counts.
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

/** Names browser and system from the user agent, precisely enough to distinguish one's own sessions. */
export function nameDevice(userAgent: string | null): string {
  const find = (names: [RegExp, string][]) => names.find(([form]) => form.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser === undefined && system === undefined) return 'Unknown browser'
  return system === undefined ? (browser ?? '') : `${browser ?? 'Browser'} on ${system}`
}
