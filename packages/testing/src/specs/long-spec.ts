/** Characters of a printed page. */
const PAGE_CHARACTERS = 2_000
const PAGES_A_FIGURE = 3

/** A generated spec of some length in pages: sections with prose, lists, tables, code, formulas and references. */
export function longSpec(pages: number): string {
  const parts = ['# The query executor\n\nIt says what every operator of the executor must do, function by function.']
  for (let page = 1; page <= pages; page++) {
    const section = [`## Function ${page}: operator ${page}`, ...bodyOf(page)]
    for (let more = 0; section.join('\n\n').length < PAGE_CHARACTERS - 100; more++)
      section.push(paragraphOf(page, more))
    parts.push(...section)
  }
  return parts.join('\n\n')
}

function bodyOf(page: number): string[] {
  const body = [
    `The operator ${page} must return its rows in the order of input ${page % 7}, see [what it builds on](#function-${Math.max(1, page - 1)}-operator-${Math.max(1, page - 1)}).`,
    [`- It reads ${page} blocks at most.`, `- It writes none, *unless* \`spill_${page}\` is set.`].join('\n'),
    ['| case | rows | bytes |', '| --- | ---: | ---: |', ...rowsOf(page)].join('\n'),
  ]
  if (page % PAGES_A_FIGURE === 0) body.push(`\`\`\`sql\nselect a, sum(b) from t${page} group by a;\n\`\`\``)
  if (page % PAGES_A_FIGURE === 1) body.push(`The cost is $c_{${page}} n \\log n + ${page} m$ for $n$ rows.`)
  return body
}

const rowsOf = (page: number): string[] =>
  Array.from({ length: 5 }, (_, row) => `| ${page}.${row} | ${page * 100 + row} | ${row * 8_192} |`)

const WORDS =
  'memory page cache sort merge run buffer index scan block row key value thread lock latch batch vector plan join'.split(
    ' ',
  )

function paragraphOf(page: number, number: number): string {
  const word = (at: number) => WORDS[(page * 31 + number * 17 + at * at + at) % WORDS.length] ?? ''
  const words = Array.from({ length: 45 }, (_, at) => word(at) + (at % 12 === 11 ? ',' : ''))
  return `Paragraph ${page}.${number} says that the ${words.join(' ')} of function ${page} must not wait for another.`
}
