import type { Problem } from '../../parse/problem.ts'
import { countOf, plainPathOf } from '../fields.ts'
import type { ImportContext } from '../import-context.ts'
import type { UndecodedName } from '../names/decode-common-name.ts'
import { readName } from '../names/read-name.ts'
import type { RunDraft } from '../run-draft.ts'
import { isExplained, statesParam } from './run-evidence.ts'

/**
 * Problems of files whose path states another number of clients than their output, such as `c40/point_select.log` of 1 thread.
 * The output is used.
 */
export function contradictedClients(draft: RunDraft, context: ImportContext): Problem[] {
  if (context.overrides.clients !== undefined) return []
  return [...clientsByPath(draft)].flatMap(([path, clients]): Problem[] => {
    const stated = statedClients(path, context)
    if (stated === null || stated === clients) return []
    if (foldersLikeClients(draft).some((part) => isExplained(part, draft, context))) return []
    const message = `its output states ${clients} clients, though its path says ${stated}; the output is used. Rename the file or correct it if the path is right.`
    const isKnown = context.problems.some(
      ({ file, message: known }) => file === path && known.includes('its name says'),
    )
    return isKnown ? [] : [{ file: path, message }]
  })
}

/**
 * Numbers in file names that could be clients, but are not those that the output states, as in `point_select-40.log` of 1
 * thread. Numbers up to the number of files may only put them in order, and the value of a parameter is no client.
 */
export function numbersLikeClients(draft: RunDraft, { evidence }: ImportContext): UndecodedName[] {
  return [...clientsByPath(draft)].flatMap(([path, clients]) =>
    (evidence.get(path)?.parts ?? []).filter(
      ({ reference, text }) =>
        reference.startsWith('@file') &&
        /^\d{1,6}$/.test(text) &&
        Number(text) > evidence.size &&
        Number(text) !== clients &&
        !draft.results.some(({ location, params }) => location.path === path && statesParam(text, params)) &&
        text !== draft.fields.repeat,
    ),
  )
}

/**
 * Folders that were read as a number of clients which the output contradicts, such as `c5` and `c6` of 16 threads, by their
 * position from the innermost. They may be families of machines, configs or anything else.
 */
export function foldersLikeClients(draft: RunDraft): UndecodedName[] {
  const [first] = clientsByPath(draft)
  if (first === undefined) return []
  const [path, clients] = first
  const folders = plainPathOf(path).split('/').slice(0, -1).toReversed()
  return folders.flatMap((text, at) => {
    const { facts, rest } = readName(text)
    const isOnlyCount = rest.length === 0 && facts.length === 1 && facts[0]?.field === 'clients'
    if (!isOnlyCount || Number(facts[0]?.value) === clients) return []
    return [{ reference: at === 0 ? '@segment' : `@segment${at + 1}`, text }]
  })
}

/** The number of clients of each file that holds results of one number only. */
function clientsByPath({ results }: RunDraft): Map<string, number> {
  const found = new Map<string, number | null>()
  for (const { location, clients } of results) {
    const before = found.get(location.path)
    found.set(location.path, before === undefined || before === clients ? clients : null)
  }
  return new Map([...found].flatMap(([path, clients]) => (clients === null ? [] : [[path, clients]])))
}

function statedClients(path: string, { decoder, corrected }: ImportContext): number | null {
  if (corrected.get(path)?.clients !== undefined) return null
  const plain = plainPathOf(path)
  const slash = plain.lastIndexOf('/')
  const name = plain.slice(slash + 1)
  const directory = decoder.directoryOf(plain.slice(0, Math.max(0, slash)), name)
  const named = decoder.file(name, directory)
  return countOf(named?.fields.clients ?? directory.fields.clients)
}
