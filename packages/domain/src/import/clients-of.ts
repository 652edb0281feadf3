import { countOf } from './fields.ts'
import type { ImportContext, SourceFile } from './import-context.ts'

/**
 * The number of clients: from the output, otherwise from a correction, the names or a flag. Null if none states it; the
 * import then asks.
 */
export function clientsOf(context: ImportContext, file: SourceFile, printed: number | null): number | null {
  const { path, named, directory } = file
  const fields = { ...directory.fields, ...named?.fields }
  const clients = printed ?? countOf(fields.clients) ?? context.overrides.clients ?? null
  if (clients === null) askForClients(context, path, named?.evidence?.parts ?? [])
  return clients
}

function askForClients(
  { questions }: ImportContext,
  file: string,
  parts: readonly { reference: string; text: string }[],
) {
  if (questions.some((question) => question.field === 'clients' && question.file === file)) return
  const numbers = parts.filter(({ text }) => /^\d{1,6}$/.test(text))
  questions.push({
    field: 'clients',
    file,
    runs: 1,
    files: [file],
    candidates: numbers.map(({ text }) => text),
    answers: ['clients=NUMBER', ...numbers.map(({ reference }) => `clients=${reference}`)],
  })
}
