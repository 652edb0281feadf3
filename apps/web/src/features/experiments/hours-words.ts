/** Formats machine hours: minutes below one hour and seconds below one minute, such as `12 min`. */
export function hoursWords(hours: number): string {
  const seconds = Math.round(hours * 3600)
  if (seconds < 60) return `${seconds} s`
  return hours < 1 ? `${Math.round(hours * 60)} min` : `${hours.toFixed(hours < 10 ? 1 : 0)} h`
}
