/** So many messages about findings go to a target within an hour, each by itself; the others go together, in a list. */
export const MAX_FINDING_MESSAGES_PER_HOUR = 5
