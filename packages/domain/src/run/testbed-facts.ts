type Known<T> = T | null | undefined

/** What was so during a run and is no dimension, as pages name it; empty when nothing is known. */
export function testbedFacts(known: {
  governor: Known<string>
  kernel: Known<string>
  smt: Known<boolean>
}): Record<string, string> {
  const { governor, kernel, smt } = known
  return {
    ...(governor == null ? {} : { governor }),
    ...(kernel == null ? {} : { kernel }),
    ...(smt == null ? {} : { SMT: smt ? 'on' : 'off' }),
  }
}
