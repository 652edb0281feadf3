const ENTRY =
  /\{\s*"metric"\s*:\s*"([^"\\]{1,80})"\s*,\s*"measurement"\s*:\s*"([^"\\]{1,80})"\s*,\s*"value"\s*:\s*([^\s{}]{1,40})\s*\}/g
const OVERALL = /\{\s*"metric"\s*:\s*"OVERALL"\s*,\s*"measurement"\s*:\s*"(?:Throughput\(ops\/sec\)|RunTime\(ms\))"/

/** True for output of the exporters JSONMeasurementsExporter and JSONArrayMeasurementsExporter. */
export const isYcsbJson = (text: string): boolean => OVERALL.test(text)

/**
 * Writes each JSON entry as the line `[METRIC], MEASUREMENT, VALUE` of the text exporter. Each value keeps its line
 * number, and text that is not an entry stays as it is.
 */
export function ycsbJsonAsText(text: string): string {
  if (!isYcsbJson(text)) return text
  const lines = text.replace(ENTRY, (entry: string, metric: string, measurement: string, value: string) => {
    const valueAt = entry.lastIndexOf('"value"')
    const [before, after] = [entry.slice(0, valueAt), entry.slice(valueAt)].map((part) => part.split('\n').length - 1)
    return `${'\n'.repeat(before ?? 0)}[${metric}], ${measurement}, ${value}${'\n'.repeat(after ?? 0)}`
  })
  // The exporter ends without a line end; an entry that was cut is still in the text.
  return lines.endsWith('\n') ? lines : `${lines}\n`
}
