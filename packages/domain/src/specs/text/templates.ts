import { SPEC_KINDS, type SpecKind } from '../spec.ts'

// A project has its own templates as specs whose title begins with "Template", so that they have revisions, authors and
// comments. Projects without one start from these outlines, whose sentences say what belongs into a section.

const FUNCTIONAL = `## Goals

TODO: The problem, and for whom it is one. Each goal is a sentence that a measurement can show as met or missed.

## Not a goal

TODO: Expectations that this spec does not meet, and why.

## Behavior

TODO: Every function, option and message, in the words of its users, with an example.

## Errors and limits

TODO: Invalid input and its message. Maximum sizes.

## Compatibility

TODO: Behavior that changes for existing users, and their way to the new one.

## Performance

TODO: The workload, the base version, and the ratio that is expected. Insert a comparison when there is one.

## Alternatives

TODO: Other designs, and the reason against each.`

const DESIGN = `## Summary

TODO: The design in five sentences, and the functional requirements that it meets.

## Data structures

TODO: Formats on disk and in memory, with sizes. A diagram helps.

## Algorithms

TODO: The steps, their cost, and the worst case with its arithmetic.

## Concurrency and recovery

TODO: Locks, their order, and the state after a crash at each step.

## Performance

TODO: Measurements that justify the design, as comparisons. The worst case.

## Upgrade and downgrade

TODO: Old data with the new version, and new data with the old one.

## Tests

TODO: The test that shows each goal of the functional spec.

## Alternatives

TODO: Other designs, and the reason against each.`

export const OUTLINES: Readonly<Record<SpecKind, string>> = { functional: FUNCTIONAL, design: DESIGN }

/** A spec that is a template of its project. */
export const isTemplate = ({ title }: { title: string }): boolean => /^template\b/i.test(title.trim())

/** True for a text that may be replaced by a template: nobody wrote into it. */
export const isUntouched = (text: string, before: string): boolean =>
  text.trim() === '' || text === before || SPEC_KINDS.some((kind) => OUTLINES[kind] === text)
