import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { insertBlock } from './insert-block.ts'

/**
 * Pastes the HTML of a clipboard as Markdown. Within code, from an editor of code, and when a browser pastes without
 * formats, the plain text is pasted as always.
 *
 * @returns false when the editor should paste the plain text.
 */
export function pasteHtml(
  clipboard: DataTransfer | null,
  view: EditorView,
  onLostImages: (count: number) => void,
): boolean {
  const html = clipboard?.getData('text/html') ?? ''
  if (clipboard === null || html === '') return false
  if (clipboard.types.includes(CODE_EDITOR) || isInCode(view.state)) return false
  const plain = clipboard.getData('text/plain')
  void convert(html).then((pasted) => {
    onLostImages(pasted?.lostImages ?? 0)
    if (pasted !== null && !pasted.isInline) insertBlock(view, pasted.markdown)
    else insertText(view, pasted?.markdown ?? plain)
  })
  return true
}

/** Type that Visual Studio Code adds to what it copies, which is source code although it has colors. */
const CODE_EDITOR = 'vscode-editor-data'

/** Loads the converter. Without a connection, the plain text is pasted. */
const convert = (html: string) =>
  import('@assay/domain/publish/markdown/pasted/html-to-markdown').then(
    ({ htmlToMarkdown }) => htmlToMarkdown(html),
    () => null,
  )

function insertText(view: EditorView, text: string): void {
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.paste' })
}

const CODE = new Set(['FencedCode', 'CodeBlock', 'InlineCode', 'CodeText'])

function isInCode(state: EditorState): boolean {
  const { from, to } = state.selection.main
  for (let node = syntaxTree(state).resolveInner(from, -1); ; ) {
    if (CODE.has(node.name) && to <= node.to) return true
    if (node.parent === null) return false
    node = node.parent
  }
}
