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
