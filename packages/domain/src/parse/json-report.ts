import { type AnyNode, parse } from '@humanwhocodes/momoa'
import type { z } from 'zod'
import { refusal } from './invariants/invariants.ts'
import type { Problem } from './problem.ts'

/** The path of a value in a JSON document: names of members and indexes of arrays, from 0. */
export type JsonPath = readonly PropertyKey[]

/** A JSON document that matches its schema, with the line of each of its values. */
export type JsonReport<T> = {
  value: T
  /** The line, from 1, of the value at a path, or of the innermost enclosing value if the path does not exist. */
  lineOf: (path: JsonPath) => number
}

/**
 * Parses a JSON document with the schema of its format.
 *
 * @returns the report, or refusals that name the line, the value and what was expected. Never throws.
 */
export function parseJsonReport<T>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
): { report: JsonReport<T> } | { problems: Problem[] } {
  const plain = text.replace(/^\uFEFF/, '')
  const document = parseDocument(plain)
  if ('message' in document) return { problems: [refusal(file, `is no JSON: ${document.message}`, document.line)] }
  // The syntax tree takes fifty times as long to build as the values, and only messages need its lines.
  let root: AnyNode | undefined
  const lineOf = (path: JsonPath) => {
    root ??= parse(plain).body
    return lineAt(root, path)
  }
  const parsed = schema.safeParse(document.value)
  if (parsed.success) return { report: { value: parsed.data, lineOf } }
  const problems = parsed.error.issues.map(({ path, message }) =>
    refusal(file, `${path.map(String).join('/') || 'the document'}: ${message}`, lineOf(path)),
  )
  return { problems }
}

/** True for text that begins like a JSON object and contains these names; the document is not parsed. */
export const isJsonObjectWith = (text: string, ...names: readonly string[]): boolean =>
  /^\uFEFF?\s*\{/.test(text) && containsNames(text, names)

/** True for text that begins like a JSON array of objects and contains these names; the document is not parsed. */
export const isJsonArrayOf = (text: string, ...names: readonly string[]): boolean =>
  /^\uFEFF?\s*\[\s*\{/.test(text) && containsNames(text, names)

const containsNames = (text: string, names: readonly string[]): boolean =>
  names.every((name) => text.includes(`"${name}"`))

type Parsed = { value: unknown } | { message: string; line?: number }

function parseDocument(text: string): Parsed {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return whyInvalid(text)
  }
}

function whyInvalid(text: string): Parsed {
  try {
    parse(text)
    return { message: 'it has text after its end' }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const line = error instanceof Error && 'line' in error ? Number(error.line) : Number.NaN
    return Number.isInteger(line) ? { message, line } : { message }
  }
}

function lineAt(root: AnyNode, path: JsonPath): number {
  let node = root
  for (const step of path) {
    const next = childOf(node, step)
    if (next === undefined) break
    node = next
  }
  return node.loc.start.line
}

function childOf(node: AnyNode, step: PropertyKey): AnyNode | undefined {
  if (node.type === 'Array') return node.elements[Number(step)]?.value
  if (node.type !== 'Object') return undefined
  return node.members.find(({ name }) => (name.type === 'String' ? name.value : name.name) === step)?.value
}
