/** Tests whose place in the benchmark's order nobody gave come after all that have one (LIMITS: at most 1,000,000). */
export const TEST_WITHOUT_POSITION = 1_000_001
