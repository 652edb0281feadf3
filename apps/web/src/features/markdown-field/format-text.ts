export type Format = 'bold' | 'italic' | 'code' | 'link' | 'heading' | 'list'

type Range = { from: number; to: number }
/** Replaces a range of the text, and selects a range of the changed text. */
export type FormatChange = Range & { insert: string; select: Range }

const MARKS = { bold: '**', italic: '*', code: '`' } as const

/** The change that gives the selected words a format, or takes it away when they have it. */
export function formatText(text: string, selection: Range, format: Format): FormatChange {
  switch (format) {
    case 'bold':
    case 'italic':
      return marked(text, selection, MARKS[format])
    case 'code':
      return text.slice(selection.from, selection.to).includes('\n')
        ? fenced(text, selection)
        : marked(text, selection, MARKS.code)
    case 'link':
      return linked(text, selection)
    case 'heading':
      return prefixed(text, selection, '## ', /^#{1,6}\s+/)
    case 'list':
      return prefixed(text, selection, '- ', /^[-*+]\s+/)
  }
}

function marked(text: string, { from, to }: Range, mark: string): FormatChange {
  const words = text.slice(from, to)
  const { length } = mark
  if (hasMark(text, from - length, mark) && hasMark(text, to, mark)) {
    return { from: from - length, to: to + length, insert: words, select: { from: from - length, to: to - length } }
  }
  return { from, to, insert: `${mark}${words}${mark}`, select: { from: from + length, to: to + length } }
}

/** True when this mark and no longer one is at a position: `*` is not half of `**`. */
function hasMark(text: string, at: number, mark: string): boolean {
  if (at < 0 || text.slice(at, at + mark.length) !== mark) return false
  const [sign = ''] = mark
  let [start, end] = [at, at + mark.length]
  while (text[start - 1] === sign) start--
  while (text[end] === sign) end++
  return end - start === mark.length || end - start === 3
}

function linked(text: string, { from, to }: Range): FormatChange {
  const words = text.slice(from, to)
  if (/^https?:\/\/\S+$/.test(words)) {
    return { from, to, insert: `[](${words})`, select: { from: from + 1, to: from + 1 } }
  }
  const address = from + words.length + 3
  return { from, to, insert: `[${words}](https://)`, select: { from: address, to: address + 'https://'.length } }
}

function fenced(text: string, selection: Range): FormatChange {
  const { from, to } = wholeLines(text, selection)
  const insert = `\`\`\`\n${text.slice(from, to)}\n\`\`\``
  return { from, to, insert, select: { from, to: from + insert.length } }
}

/** Adds a prefix to each line that has words, or removes it when all of them have one. */
function prefixed(text: string, selection: Range, prefix: string, pattern: RegExp): FormatChange {
  const { from, to } = wholeLines(text, selection)
  const lines = text.slice(from, to).split('\n')
  const isEmpty = lines.every((line) => line.trim() === '')
  const hasAll = !isEmpty && lines.every((line) => line.trim() === '' || pattern.test(line))
  const insert = lines
    .map((line) => {
      if (line.trim() === '' && !isEmpty) return line
      return hasAll ? line.replace(pattern, '') : `${prefix}${line.replace(pattern, '')}`
    })
    .join('\n')
  const end = from + insert.length
  return { from, to, insert, select: selection.from === selection.to ? { from: end, to: end } : { from, to: end } }
}

function wholeLines(text: string, { from, to }: Range): Range {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to)
  return { from: start, to: end < 0 ? text.length : end }
}
