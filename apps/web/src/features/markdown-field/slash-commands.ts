import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { insertBlock } from './insert-block.ts'
import { matchCommands, type SlashCommand } from './match-commands.ts'

/** Opens a list of choices after a slash that begins a line or follows a space. */
export const slashCommands = (commands: () => readonly SlashCommand[]): Extension =>
  autocompletion({
    icons: false,
    // All rendered choices are visible, because a list that scrolls would need the focus, which stays in the text.
    maxRenderedOptions: 8,
    override: [
      (context: CompletionContext): CompletionResult | null => {
        const typed = context.matchBefore(/(?<![^\s])\/[^\s/][^/\n]{0,60}$|(?<![^\s])\/$/)
        if (typed === null) return null
        const options = matchCommands(commands(), typed.text.slice(1)).map(asCompletion)
        return options.length === 0 ? null : { from: typed.from, options, filter: false }
      },
    ],
  })

const asCompletion = ({ label, insert, isBlock }: SlashCommand): Completion => ({
  label,
  apply: (view, _completion, from, to) => {
    view.dispatch({ selection: { anchor: from, head: to } })
    if (isBlock) insertBlock(view, insert)
    else view.dispatch(view.state.replaceSelection(insert), { scrollIntoView: true, userEvent: 'input.complete' })
  },
})
