/** So many messages about findings go to a target within an hour, each by itself; the others go together, in a list. */
export const FEW_AN_HOUR = 5
