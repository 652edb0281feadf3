/** Maximum single messages about findings per channel and hour; further findings are sent together in a list. */
export const MAX_FINDING_MESSAGES_PER_HOUR = 5
