import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type AddedFile, fileOfImage } from './added-file.ts'
import { insertBlock, replaceText } from './insert-block.ts'

/**
 * Pastes the HTML of a clipboard as Markdown. Within code, from an editor of code, and when a browser pastes without
 * formats, the plain text is pasted as always.
 *
 * @returns false when the editor should paste the plain text.
 */
export function pasteHtml(
  clipboard: DataTransfer | null,
  view: EditorView,
  { onLostImages, onFiles }: PasteTargets,
): boolean {
  const html = clipboard?.getData('text/html') ?? ''
  if (clipboard === null || html === '') return false
  if (clipboard.types.includes(CODE_EDITOR) || isInCode(view.state)) return false
  const plain = clipboard.getData('text/plain')
  void convert(html).then((pasted) => {
    const images = pasted?.images ?? []
    if (pasted !== null && !pasted.isInline) insertBlock(view, pasted.markdown)
    else insertText(view, pasted?.markdown ?? plain)
    const files = images.flatMap((image, at) => fileOfImage(image, at + 1) ?? [])
    const isTaken = files.length > 0 && onFiles(files)
    const lost = images.filter(({ placeholder }) => !isTaken || files.every((file) => file.placeholder !== placeholder))
    for (const { placeholder } of lost) replaceText(view, placeholder, '')
    onLostImages((pasted?.lostImages ?? 0) + lost.length)
  })
  return true
}

type PasteTargets = {
  onLostImages: (count: number) => void
  /** Takes the images of the text. @returns false when files are not accepted here */
  onFiles: (files: readonly AddedFile[]) => boolean
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
