import fc from 'fast-check'

// Every test run generates the same examples, so that a failure is caused by the change under test. ASSAY_SEED sets
// another seed.
fc.configureGlobal({ seed: Number(process.env.ASSAY_SEED ?? 1) })
