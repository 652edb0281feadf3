import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownKeymap } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { commonPrefixSuffix } from '../../ui/common-prefix-suffix.ts'
import { spaced } from './spaced.ts'

/** An open text editor. */
export type OpenEditor = {
  /** Inserts a block at the cursor, on separate lines. */
  insertBlock(block: string): void
  /** Inserts text at the cursor. */
  insertText(text: string): void
  /** Replaces the whole text, for example by the text of an author who saved first. */
  replace(text: string): void
  focus(): void
  close(): void
}

type Options = {
  parent: HTMLElement
  text: string
  /** The cursor in the plain field; null when it had no focus. */
  selection: { from: number; to: number } | null
  labelId: string
  maxLength: number
  onChange: (text: string) => void
  /** Returns the text to insert instead of a paste at the start of a line; null leaves the paste as it is. */
  onPasteLine: (pasted: string) => string | null
}

/** Opens CodeMirror with Markdown. Tab leaves the editor, as in every other field. */
export function openEditor({
  parent,
  text,
  selection,
  labelId,
  maxLength,
  onChange,
  onPasteLine,
}: Options): OpenEditor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      ...(selection === null ? {} : { selection: { anchor: selection.from, head: selection.to } }),
      extensions: [
        EditorView.cspNonce.of(document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''),
        history(),
        keymap.of([...markdownKeymap, ...defaultKeymap, ...historyKeymap]),
        markdown(),
        syntaxHighlighting(classHighlighter),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-labelledby': labelId,
          spellcheck: 'true',
          autocorrect: 'on',
          autocapitalize: 'sentences',
        }),
        EditorState.changeFilter.of((change) => !change.docChanged || change.newDoc.length <= maxLength),
        EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
        EditorView.domEventHandlers({
          paste(event, into) {
            const { from } = into.state.selection.main
            if (from !== into.state.doc.lineAt(from).from) return false
            const block = onPasteLine(event.clipboardData?.getData('text/plain') ?? '')
            if (block === null) return false
            insert(into, block)
            return true
          },
        }),
      ],
    }),
  })
  if (selection !== null) view.focus()
  return {
    insertBlock: (block) => insert(view, block),
    insertText: (inserted) => {
      view.dispatch(view.state.replaceSelection(inserted), { scrollIntoView: true, userEvent: 'input.paste' })
    },
    replace: (whole) => {
      const text = view.state.doc.toString()
      // Normalizes line ends as the editor does.
      const next = view.state.toText(whole).toString()
      if (next === text) return
      // Only the changed range is replaced, so that the cursor stays and a long text is not parsed again.
      const { start, end } = commonPrefixSuffix(text, next)
      view.dispatch({ changes: { from: start, to: text.length - end, insert: next.slice(start, next.length - end) } })
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

function insert(view: EditorView, block: string): void {
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
