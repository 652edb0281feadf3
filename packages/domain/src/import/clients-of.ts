import { countOf } from './fields.ts'
import type { ImportContext, SourceFile } from './import-context.ts'

/**
 * The number of clients: from the output, otherwise from a correction, the names or a flag. Null if none states it; the
 * import then asks, with the only number of the name, or the one that the program has without an option, as the likely
 * answer.
 */
export function clientsOf(
  context: ImportContext,
  file: SourceFile,
  printed: number | null,
  usual: number | null = null,
): number | null {
  const { path, named, directory } = file
  const fields = { ...directory.fields, ...named?.fields }
  const clients = printed ?? countOf(fields.clients) ?? context.overrides.clients ?? null
  if (clients === null) askForClients(context, path, named?.evidence?.parts ?? [], usual)
  return clients
}

function askForClients(
  { questions }: ImportContext,
  file: string,
  parts: readonly { reference: string; text: string }[],
  usual: number | null,
) {
  if (questions.some((question) => question.field === 'clients' && question.file === file)) return
  const numbers = parts.filter(({ text }) => /^\d{1,6}$/.test(text))
  const [number, ...others] = numbers
  const likely = numbers.length === 0 ? usual : others.length === 0 ? (number?.reference ?? null) : null
  questions.push({
    field: 'clients',
    file,
    runs: 1,
    files: [file],
    candidates: numbers.map(({ text }) => text),
    answers: [
      ...(typeof likely === 'number' ? [`clients=${likely}`] : []),
      'clients=NUMBER',
      ...numbers.map(({ reference }) => `clients=${reference}`),
    ],
    ...(likely === null ? {} : { suggested: `clients=${likely}` }),
  })
}
