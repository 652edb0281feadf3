import { axisLabel } from '../axis-label.ts'
import type { DimensionName } from '../dimension.ts'

type Named = { label: string; values: readonly string[] }

/**
 * Leaves out unknown values of a label, such as the config in "9.5.0 unknown", unless another subject has the same known
 * values and only this word distinguishes them.
 */
export function labelSubjects<T extends Named>(dimensions: readonly DimensionName[], subjects: readonly T[]): T[] {
  return subjects.map((subject) => {
    const isKnown = subject.values.map((value) => value !== 'unknown')
    if (isKnown.every(Boolean) || !isKnown.some(Boolean)) return subject
    const isAmbiguous = subjects.some(
      (other) => other !== subject && subject.values.every((value, at) => !isKnown[at] || other.values[at] === value),
    )
    if (isAmbiguous) return subject
    const known = <V>(all: readonly V[]) => all.filter((_, at) => isKnown[at])
    return { ...subject, label: axisLabel(known(dimensions), known(subject.values)) }
  })
}
