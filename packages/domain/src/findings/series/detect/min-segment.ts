/** Minimum points of a level. */
export const MIN_SEGMENT = 3

/** Number of points at the end that cannot begin a level; a change there is pending until more points arrive. */
export const PENDING = MIN_SEGMENT - 1
