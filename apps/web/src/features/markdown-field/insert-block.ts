import type { EditorView } from '@codemirror/view'
import { spaced } from './spaced.ts'

/** Inserts a block in place of the selection, on separate lines. */
export function insertBlock(view: EditorView, block: string): void {
  const { from, to } = view.state.selection.main
  const before = view.state.sliceDoc(Math.max(0, from - 2), from)
  const text = spaced({ before, block, after: view.state.sliceDoc(to, to + 2) })
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
  view.focus()
}

/**
 * Replaces a text that is there once.
 *
 * @returns false when it is not there
 */
export function replaceText(view: EditorView, old: string, text: string): boolean {
  const from = view.state.doc.toString().indexOf(old)
  if (from < 0) return false
  view.dispatch({ changes: { from, to: from + old.length, insert: text }, userEvent: 'input.paste' })
  return true
}
