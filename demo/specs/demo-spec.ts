import { readFileSync } from 'node:fs'

/** Authors and reviewers of the demo specs. They are names without accounts. */
export const DEMO_PEOPLE = [
  'Ines Okafor',
  'Tomas Lind',
  'Priya Nair',
  'Jonas Weber',
  'Mei Tanaka',
  'Carl Dubois',
] as const
export type DemoPerson = (typeof DEMO_PEOPLE)[number]

/**
 * The anchor of a comment: `quote` in the one block that contains `in`; without `in`, that block contains the quote.
 */
export type DemoAnchor = { kind: 'range' | 'heading' | 'cell'; quote: string; in?: string }

/** An action on a spec. It is an action of the API, with people by name and positions by quote. */
export type DemoStep = {
  at: string
  by: DemoPerson
} & (
  | { revise: number; note: string }
  | { give: string; on: DemoAnchor | 'the whole'; for?: DemoPerson; source?: 'in-person' | 'email' | 'meeting' }
  /** An action that is sent unchanged. */
  | { act: { kind: string } & Record<string, unknown> }
)

export type DemoSpec = {
  name: string
  title: string
  /** The functional spec of a design spec. */
  parent: string | null
  by: DemoPerson
  /** Time of its creation. */
  at: string
  steps: readonly DemoStep[]
}

/** Reads the text of a revision; `fs-1/2.md` is revision 2 of FS-1. */
export const readDemoText = ({ name }: Pick<DemoSpec, 'name'>, revision: number): string =>
  readFileSync(new URL(`${name.toLowerCase()}/${revision}.md`, import.meta.url), 'utf8').trimEnd()

/** Creates invitations, one minute apart. */
export const inviting = (by: DemoPerson, from: string, reviewers: readonly DemoPerson[]): DemoStep[] =>
  reviewers.map((name, minute) => ({
    at: new Date(Date.parse(from) + minute * 60_000).toISOString(),
    by,
    act: { kind: 'invite', who: { key: `name:${name}`, name } },
  }))
