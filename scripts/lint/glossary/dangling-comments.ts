/** Words that begin a clause instead of a sentence ("What a cell says"). Comments name their subject first. */
const DANGLING = /^(What|Who|Whose|Of|So many|So long|Whether|Those|Nobody)\b/

export type Comment = { line: number; text: string }

/**
 * Finds the comments of a source file, each with its first line of text: blocks, groups of `//` lines, comments behind
 * code.
 */
export function findComments(source: string): Comment[] {
  const comments: Comment[] = []
  let state: 'code' | 'line' | 'block' | 'block-start' = 'code'
  source.split('\n').forEach((raw, index) => {
    const line = raw.trim()
    const add = (text: string) => comments.push({ line: index + 1, text: text.trim() })
    if (state === 'block' || state === 'block-start') {
      const text = line
        .replace(/^\*+(?!\/)/, '')
        .replace(/\*\/.*$/, '')
        .trim()
      if (state === 'block-start' && text !== '') {
        add(text)
        state = 'block'
      }
      if (line.includes('*/')) state = 'code'
      return
    }
    const block = /^\{?\/\*+(.*)$/.exec(line)?.[1]
    if (block !== undefined) {
      const text = block.replace(/\*\/.*$/, '').trim()
      if (text !== '') add(text)
      state = block.includes('*/') ? 'code' : text === '' ? 'block-start' : 'block'
      return
    }
    if (line.startsWith('//')) {
      if (state !== 'line') add(line.replace(/^\/+/, ''))
      state = 'line'
      return
    }
    state = 'code'
    const behind = /\s\/\/ (.*)$/.exec(line)?.[1] ?? /\s\/\*\*? (.*?)\*\//.exec(line)?.[1]
    if (behind !== undefined) add(behind)
  })
  return comments
}

export function isDangling(comment: Comment): boolean {
  return DANGLING.test(comment.text)
}
