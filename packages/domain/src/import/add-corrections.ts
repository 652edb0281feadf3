import { isSeq, parseDocument, YAMLSeq } from 'yaml'
import type { Correction } from './profile/corrections.ts'

/** A valid import profile with further corrections, which override those that it has. Its other text and comments stay. */
export function addCorrections(yaml: string, corrections: readonly Correction[]): string {
  const document = parseDocument(yaml)
  const found = document.get('corrections', true)
  const list = isSeq(found) ? found : new YAMLSeq()
  for (const correction of corrections) list.add(document.createNode(correction, { flow: true }))
  document.set('corrections', list)
  return document.toString({ lineWidth: 0 })
}
