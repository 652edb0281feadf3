/** A choice after a slash: a block on lines of its own, or text within a line. */
export type SlashCommand = { label: string; insert: string; isBlock: boolean }

/**
 * The commands whose labels contain every typed word, in any case and order. Labels in which each typed word begins
 * a word come first; otherwise the order is that of the commands.
 */
export function matchCommands(commands: readonly SlashCommand[], typed: string): readonly SlashCommand[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const atStarts: SlashCommand[] = []
  const inside: SlashCommand[] = []
  for (const command of commands) {
    const label = command.label.toLowerCase()
    if (!words.every((word) => label.includes(word))) continue
    const starts = label.split(/[^\p{L}\p{N}]+/u)
    const isAtStarts = words.every((word) => starts.some((start) => start.startsWith(word)) || label.startsWith(word))
    if (isAtStarts) atStarts.push(command)
    else inside.push(command)
  }
  return [...atStarts, ...inside]
}
