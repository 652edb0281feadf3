import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownKeymap } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { commonPrefixSuffix } from '../../ui/common-prefix-suffix.ts'
import { type AddedFile, addedFile } from './added-file.ts'
import { afterFrame } from './after-frame.ts'
import { type Format, formatText } from './format-text.ts'
import { insertBlock, replaceText } from './insert-block.ts'
import type { SlashCommand } from './match-commands.ts'
import { pasteHtml } from './paste-html.ts'
import { slashCommands } from './slash-commands.ts'

/** An open text editor. */
export type OpenEditor = {
  /** Inserts a block at the cursor, on separate lines. */
  insertBlock(block: string): void
  /** Inserts text at the cursor. */
  insertText(text: string): void
  /** Replaces a text that is there once. @returns false when it is not there */
  replaceText(old: string, text: string): boolean
  /** Gives the selected words a format, or takes it away. */
  format(format: Format): void
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
  /** Called after the frame that shows a typed key, before the field loses focus, and at once for other changes. */
  onChange: (text: string) => void
  /** Returns the text to insert instead of a paste at the start of a line; null leaves the paste as it is. */
  onPasteLine: (pasted: string) => string | null
  /** Called with the number of images of a paste that the clipboard does not contain. */
  onLostImages: (count: number) => void
  /** Takes pasted and dropped files. @returns false when files are not accepted here */
  onFiles: (files: readonly AddedFile[]) => boolean
  /** Choices after a slash. */
  commands: () => readonly SlashCommand[]
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
  onLostImages,
  onFiles,
  commands,
}: Options): OpenEditor {
  const report = afterFrame(() => onChange(view.state.doc.toString()))
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      ...(selection === null ? {} : { selection: { anchor: selection.from, head: selection.to } }),
      extensions: [
        EditorView.cspNonce.of(document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''),
        history(),
        slashCommands(commands),
        keymap.of([...FORMAT_KEYS, ...markdownKeymap, ...defaultKeymap, ...historyKeymap]),
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
        EditorView.updateListener.of((update) => update.docChanged && report.request()),
        EditorView.domEventHandlers({
          blur: report.flush,
          // A shortcut can send the form.
          keydown: (event) => (event.ctrlKey || event.metaKey) && report.flush(),
          drop: (event) => takeFiles(event, event.dataTransfer, onFiles),
          paste(event, into) {
            if (!hasWords(event.clipboardData) && takeFiles(event, event.clipboardData, onFiles)) return true
            const { from } = into.state.selection.main
            const isLineStart = from === into.state.doc.lineAt(from).from
            const line = isLineStart ? onPasteLine(event.clipboardData?.getData('text/plain') ?? '') : null
            if (line !== null) insertBlock(into, line)
            return line !== null || pasteHtml(event.clipboardData, into, { onLostImages, onFiles })
          },
        }),
      ],
    }),
  })
  if (selection !== null) view.focus()
  return {
    insertBlock(block) {
      insertBlock(view, block)
      report.flush()
    },
    insertText: (inserted) => {
      view.dispatch(view.state.replaceSelection(inserted), { scrollIntoView: true, userEvent: 'input.paste' })
      report.flush()
    },
    replaceText(old, text) {
      const isReplaced = replaceText(view, old, text)
      report.flush()
      return isReplaced
    },
    format(format) {
      applyFormat(view, format)
      report.flush()
    },
    replace: (whole) => {
      const text = view.state.doc.toString()
      // Normalizes line ends as the editor does.
      const next = view.state.toText(whole).toString()
      if (next === text) return
      // Only the changed range is replaced, so that the cursor stays and a long text is not parsed again.
      const { start, end } = commonPrefixSuffix(text, next)
      view.dispatch({ changes: { from: start, to: text.length - end, insert: next.slice(start, next.length - end) } })
      report.flush()
    },
    focus: () => view.focus(),
    close() {
      report.close()
      view.destroy()
    },
  }
}

const FORMAT_KEYS = (
  [
    ['Mod-b', 'bold'],
    ['Mod-i', 'italic'],
    ['Mod-k', 'link'],
  ] as const
).map(([key, format]) => ({
  key,
  run: (view: EditorView) => applyFormat(view, format),
}))

function applyFormat(view: EditorView, format: Format): true {
  const { from, to, insert, select } = formatText(view.state.doc.toString(), view.state.selection.main, format)
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: select.from, head: select.to },
    scrollIntoView: true,
    userEvent: 'input',
  })
  view.focus()
  return true
}

function takeFiles(event: Event, from: DataTransfer | null, onFiles: Options['onFiles']): boolean {
  const files = [...(from?.files ?? [])]
  if (files.length === 0 || !onFiles(files.map(addedFile))) return false
  event.preventDefault()
  return true
}

/** Office programs add a picture of the copied text, which is not pasted; browsers add markup to a copied image. */
const hasWords = (clipboard: DataTransfer | null): boolean =>
  (clipboard?.getData('text/html') ?? '').replaceAll(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<[^>]*>/gi, '').trim() !==
  ''
