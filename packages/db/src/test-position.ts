/** Sorts tests without a stated position after all others, whose positions are at most 1,000,000 (LIMITS). */
export const TEST_WITHOUT_POSITION = 1_000_001
