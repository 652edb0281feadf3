import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { insertBlock } from './insert-block.ts'

/** A choice after a slash: a block on lines of its own, or text within a line. */
export type SlashCommand = { label: string; insert: string; isBlock: boolean }

/** Opens a list of choices after a slash that begins a line or follows a space. */
export const slashCommands = (commands: () => readonly SlashCommand[]): Extension =>
  autocompletion({
    icons: false,
    // All rendered choices are visible, because a list that scrolls would need the focus, which stays in the text.
    maxRenderedOptions: 8,
    override: [
      (context: CompletionContext): CompletionResult | null => {
        const typed = context.matchBefore(/(?<![^\s])\/[^\s/][^/\n]{0,60}$|(?<![^\s])\/$/)
        const options = typed === null ? [] : commands().map(asCompletion)
        return typed === null || options.length === 0
          ? null
          : { from: typed.from, options, validFor: /^\/[^/\n]{0,60}$/ }
      },
    ],
  })

const asCompletion = ({ label, insert, isBlock }: SlashCommand): Completion => ({
  // The label begins as the typed text does, by which the list is filtered.
  label: `/${label}`,
  displayLabel: label,
  apply: (view, _completion, from, to) => {
    view.dispatch({ selection: { anchor: from, head: to } })
    if (isBlock) insertBlock(view, insert)
    else view.dispatch(view.state.replaceSelection(insert), { scrollIntoView: true, userEvent: 'input.complete' })
  },
})
