import { originsOfFile } from '../../../import/facts/origins.ts'
import { countOf, type Fields, fieldsOfRun, paramsOf } from '../../../import/fields.ts'
import { differingFields, type ImportContext, type SourceFile } from '../../../import/import-context.ts'
import { type ServerFragments, type StepFragment, sysbenchFragments } from './sysbench-fragments.ts'

export type TableServer = { fragments: ServerFragments; clients: number | null; params: StepFragment['params'] }

/** The run that a column or row belongs to. Adds a problem and returns null when its label is not a server name. */
export function findTableServer(
  context: ImportContext,
  file: SourceFile,
  { label, location, ofSection }: { label: string; location: StepFragment['location']; ofSection: Fields },
): TableServer | null {
  const { path, directory, named } = file
  const server = context.decoder.server(label)
  if (server === null) {
    const message = `\`${label}\` is not the name of a server; expected one such as x.pg176_o2nofp.x10a_c32r128.pk1`
    context.problems.push({ file: path, ...(location.line === undefined ? {} : { line: location.line }), message })
    return null
  }
  const ofFile: Fields = { ...named?.fields, ...ofSection }
  const { clients: ofLabel, ...ofServer } = server.fields
  const fragments = sysbenchFragments(context).server({
    dataset: directory.dataset,
    datasetName: directory.datasetName,
    server: label,
    isRaw: false,
    fields: { ...directory.fields, ...fieldsOfRun(ofFile), ...ofServer },
    origins: originsOfFile(file, { ...ofSection, ...ofServer }),
    // A table per number of clients, or per parameter, is a separate run, like a separate directory.
    identity: differingFields(directory, ofFile),
  })
  if (server.problem !== null) fragments.unknown ??= { location, message: server.problem }
  const clients = countOf(ofLabel) ?? countOf(ofFile.clients)
  return { fragments, clients, params: paramsOf({ ...directory.fields, ...ofFile }) }
}

/** Adds the value of a cell to the fragments of its server. */
export function addCell(
  { fragments, params }: TableServer,
  { path }: SourceFile,
  fragment: Omit<StepFragment, 'params'>,
): void {
  fragments.fragments.push({ ...fragment, params })
  fragments.paths.add(path)
}
