import { type Fields, folderOf, plainPathOf } from '../import/fields.ts'
import type { SourceFile } from '../import/import-context.ts'
import { readFileName } from '../import/names/read-file-name.ts'
import type { DraftResult, RunDraft } from '../import/run-draft.ts'

/** A result of the folder of a companion file, in its run. */
export type Neighbor = { draft: RunDraft; result: DraftResult }

/** Facts of a file's name that separate the runs of one folder. */
const OF_RUNS = ['product', 'version', 'config', 'hardware', 'build', 'compiler', 'commit', 'repeat'] as const

/**
 * The results during which a companion file may have been written: all of its folder that no fact and no word of its name
 * contradicts; with a record the results of the output that it is named after. `vmstat.log` fits every result of its folder, `pg17.6-c40.iostat` those of one version and 40 clients.
 */
export function findNeighbors(
  all: readonly Neighbor[],
  { plainPath, name, corrected }: SourceFile,
  recorded?: string,
): Neighbor[] {
  const { fields: ofName, undecoded } = readFileName(name)
  const fields: Fields = { ...ofName, ...corrected }
  if (recorded !== undefined) return all.filter(({ result }) => plainPathOf(result.location.path) === recorded)
  const inFolder = all.filter(({ result }) => folderOf(result.location.path) === folderOf(plainPath))
  const fitting = inFolder.filter((neighbor) => isFitting(neighbor, fields))
  // A word that some outputs of the folder have too, such as a config, says which of them it belongs to.
  return undecoded.reduce((left, word) => {
    const having = left.filter(({ result }) => fileNameOf(result).includes(word))
    return having.length > 0 ? having : left
  }, fitting)
}

/**
 * A refused output of the folder during which a companion file may have been written, so that it belongs to no other
 * result; null when there is none.
 */
export function refusedNeighbor(outputs: readonly string[], { plainPath, name }: SourceFile): string | null {
  const { fields } = readFileName(name)
  const isPossible = (path: string) => {
    const { fields: ofOutput } = readFileName(path.slice(path.lastIndexOf('/') + 1))
    return Object.entries(fields).every(([field, text]) => ofOutput[field] === undefined || ofOutput[field] === text)
  }
  return outputs.find((path) => folderOf(path) === folderOf(plainPath) && isPossible(path)) ?? null
}

function isFitting({ draft, result }: Neighbor, fields: Fields): boolean {
  const isOfRun = OF_RUNS.every((field) => {
    const [own, other] = [fields[field], draft.fields[field]]
    return own === undefined || other === undefined || own === other
  })
  const isClients = fields.clients === undefined || Number(fields.clients) === result.clients
  return isOfRun && isClients && (fields.test === undefined || fields.test === result.test.name)
}

const fileNameOf = ({ location }: DraftResult): string => location.path.slice(location.path.lastIndexOf('/') + 1)
