import { undecodedOfName } from '@assay/domain/import/profile/corrections'

/** A part of a path that may be a fact, and how a correction refers to it in every path of the same shape. */
export type PathElement = { text: string; reference: string; kind: 'folder' | 'file' }

const MAX_REFERENCE = 9

/** The parts of a path in their order: its folders, then the parts of the file's name that no spelling decodes. */
export function pathElements(path: string): PathElement[] {
  const names = path.replace(/\.gz$/, '').split('/')
  const name = names.at(-1) ?? ''
  const folders = names.slice(0, -1)
  return [
    ...folders.map((text, at): PathElement => {
      return { text, kind: 'folder', reference: reference('segment', folders.length - 1 - at) }
    }),
    ...undecodedOfName(name).map((text, at): PathElement => ({ text, kind: 'file', reference: reference('file', at) })),
  ].filter((part) => part.reference !== '')
}

/** The reference by position, from 0; empty for positions that have none. */
function reference(kind: 'segment' | 'file', position: number): string {
  if (position >= MAX_REFERENCE) return ''
  return position === 0 ? `@${kind}` : `@${kind}${position + 1}`
}
