import { type Document, isSeq, parseDocument, YAMLSeq } from 'yaml'
import type { Statements } from './profile/correction-profile.ts'

/**
 * A valid import profile with further corrections, which override those that it has, and mappings, which precede those that
 * it has. Its other text and comments stay.
 */
export function addStatements(yaml: string, { corrections, mappings }: Statements): string {
  const document = parseDocument(yaml)
  if (mappings.length > 0) {
    const list = listAt(document, 'csv')
    list.items.unshift(...mappings.map((rule) => document.createNode(rule)))
    document.set('csv', list)
  }
  if (corrections.length > 0) {
    const list = listAt(document, 'corrections')
    for (const correction of corrections) list.add(document.createNode(correction, { flow: true }))
    document.set('corrections', list)
  }
  return document.toString({ lineWidth: 0 })
}

function listAt(document: Document, key: string): YAMLSeq {
  const found = document.get(key, true)
  return isSeq(found) ? found : new YAMLSeq()
}
