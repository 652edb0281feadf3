import { countOf, type Fields, paramsOf } from '../../../import/fields.ts'
import { apartFrom, fieldsOfRun, type ImportContext, type SourceFile } from '../../../import/import-context.ts'
import type { StepFragment, SysbenchDraft } from './sysbench-draft.ts'

export type TableServer = { draft: SysbenchDraft; clients: number | null; params: StepFragment['params'] }

/** The run that a column or row is about; null, with a problem, when its label is not a name of a server. */
export function findTableServer(
  context: ImportContext,
  { path, directory, named }: SourceFile,
  { label, location, ofSection }: { label: string; location: StepFragment['location']; ofSection: Fields },
): TableServer | null {
  const server = context.decoder.server(label)
  if (server === null) {
    const message = `\`${label}\` is not the name of a server; hoped for one such as x.pg176_o2nofp.x10a_c32r128.pk1`
    context.problems.push({ file: path, ...(location.line === undefined ? {} : { line: location.line }), message })
    return null
  }
  const ofFile: Fields = { ...named?.fields, ...ofSection }
  const { clients: ofLabel, ...ofServer } = server.fields
  const draft = context.drafts.get({
    dataset: directory.dataset,
    datasetName: directory.datasetName,
    server: label,
    isRaw: false,
    fields: { ...directory.fields, ...fieldsOfRun(ofFile), ...ofServer },
    // A table per number of clients, or per parameter, is a run of its own, as a directory of each would be.
    apart: apartFrom(directory, ofFile),
  })
  if (server.problem !== null) draft.unknown ??= { location, message: server.problem }
  const clients = countOf(ofLabel) ?? countOf(ofFile.clients)
  return { draft, clients, params: paramsOf({ ...directory.fields, ...ofFile }) }
}

/** Notes what a cell says of one test of a server. */
export function addCell(
  { draft, params }: TableServer,
  { path }: SourceFile,
  fragment: Omit<StepFragment, 'params'>,
): void {
  draft.fragments.push({ ...fragment, params })
  draft.paths.add(path)
}
