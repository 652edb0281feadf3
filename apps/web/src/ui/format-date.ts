const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** Formats a day in UTC, such as `13 Oct 2025`. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

/** Formats a minute in UTC, such as `13 Oct 2025, 09:41 UTC`. */
export const formatDateAndTime = (iso: string): string => `${dateAndTime.format(new Date(iso))} UTC`
