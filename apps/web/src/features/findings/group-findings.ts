/** Dimensions by which the list of findings can be grouped. */
export const GROUPS = ['product', 'hardware'] as const
export type FindingGroup = (typeof GROUPS)[number]

export const readGroup = (text: string | null): FindingGroup | null => GROUPS.find((group) => group === text) ?? null

type Group<T> = { name: string | null; findings: T[] }

/** Groups in the order of their first finding, so that the group with the largest change is the first. */
export function groupFindings<T extends Record<FindingGroup, string>>(
  findings: readonly T[],
  by: FindingGroup | null,
): Group<T>[] {
  if (by === null) return [{ name: null, findings: [...findings] }]
  return [...Map.groupBy(findings, (finding) => finding[by])].map(([name, own]) => ({ name, findings: own }))
}
