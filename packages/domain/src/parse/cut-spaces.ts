const MAX_SPACES = 100

/**
 * Cuts runs of more than 100 spaces in a line to 100. A pattern with several `\s+` tries all ways to divide a run between
 * them, which takes seconds for a thousand spaces.
 */
export const cutSpaces = (line: string): string => line.replace(/\s{101,}/g, (run) => run.slice(0, MAX_SPACES))
