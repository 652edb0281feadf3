/** Formats machine hours: minutes below one hour, such as `12 min`. */
export const hoursWords = (hours: number): string =>
  hours < 1 ? `${Math.round(hours * 60)} min` : `${hours.toFixed(hours < 10 ? 1 : 0)} h`
