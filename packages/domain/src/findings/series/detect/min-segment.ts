/** A level has at least this many points. */
export const MIN_SEGMENT = 3

/** So many points at the end can begin no level yet: a change there is pending until more points come. */
export const PENDING = MIN_SEGMENT - 1
