import { readdirSync, readFileSync } from 'node:fs'

const SOURCE = new URL('../../../domain/src/', import.meta.url)
const FOLDERS = ['benchmarks', 'companion-files']

/** Every file within a folder `fixtures` of a benchmark or companion file, by its path within `fixtures/`. */
const fixtures = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, SOURCE), { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
      .flatMap((path): [string, string][] => {
        const [, behind] = /\/fixtures\/(.+)$/.exec(path) ?? []
        return behind === undefined ? [] : [[behind, path]]
      }),
  ).sort(([a], [b]) => (a < b ? -1 : 1)),
)

/** Recorded output of real programs as `PROGRAM-VERSION/NAME`; benchmarks/RECORDED.md describes how it was recorded. */
export const recordedFiles = (): string[] => [...fixtures.keys()].filter((path) => /^[^/]+\d\/[^/]+$/.test(path))

/** Names of hand-written example tables; benchmarks/RECORDED.md lists their folders. */
export const exampleTables = (): string[] =>
  [...fixtures.keys()].flatMap((path) => (path.startsWith('tables/') ? [path.slice('tables/'.length)] : []))

/** The text of a recorded file, or of an example table as `tables/NAME`. */
export function fixtureText(path: string): string {
  const file = fixtures.get(path)
  if (file === undefined) throw new Error(`no folder fixtures has a file ${path}`)
  return readFileSync(file, 'utf8')
}
