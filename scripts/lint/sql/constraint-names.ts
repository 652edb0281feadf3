/** The name of a constraint in a string of TypeScript, and its line. */
type NamedConstraint = { name: string; line: number }

const NAME = /['"`](\w+_(?:pkey|fkey|excl)|[a-z]+_[a-z]+_\w*key)['"`]/g

/** Names of constraints, by which an error may not be recognized: each shard and each partition has its own. */
export const findConstraintNames = (source: string): NamedConstraint[] =>
  source
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(NAME)].map(([, name = '']) => ({ name, line: index + 1 })))
