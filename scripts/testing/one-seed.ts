import fc from 'fast-check'

// Whoever runs the tests draws the same examples, so that a change is judged by what it changed. ASSAY_SEED draws others.
fc.configureGlobal({ seed: Number(process.env.ASSAY_SEED ?? 1) })
