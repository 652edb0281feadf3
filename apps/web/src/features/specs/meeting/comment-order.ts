import type { MeetingComment } from './prepare-meeting.ts'

/** The chosen comment, else the first open one, else the first one. */
export const currentComment = (
  comments: readonly MeetingComment[],
  chosen: number | null,
): MeetingComment | undefined =>
  comments.find(({ number }) => number === chosen) ?? comments.find(({ isOpen }) => isOpen) ?? comments[0]

/** The number of the comment after or before another one; the first and the last have themselves. */
export function neighborOf(
  comments: readonly MeetingComment[],
  current: MeetingComment | undefined,
  by: 1 | -1,
): number | undefined {
  const at = current === undefined ? -1 : comments.indexOf(current)
  return comments[Math.min(Math.max(at + by, 0), comments.length - 1)]?.number
}

/** The number of the next open comment without a response, from the beginning again after the last one. */
export function nextOpen(comments: readonly MeetingComment[], after: MeetingComment): number {
  const at = comments.indexOf(after)
  const open = [...comments.slice(at + 1), ...comments.slice(0, at)].find(({ isOpen, last }) => isOpen && last === null)
  return (open ?? after).number
}
