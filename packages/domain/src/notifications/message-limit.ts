/** Maximum messages about single findings per channel and hour; further findings are sent in one list. */
export const MAX_FINDING_MESSAGES_PER_HOUR = 5
