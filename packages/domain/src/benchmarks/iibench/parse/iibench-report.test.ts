import { expect, test } from 'vitest'
import { htmlBlocks } from './html-blocks.ts'
import { holdsReport, parseIibenchReport } from './iibench-report.ts'

// Markup as in the published pages: unquoted attributes, repeated ids, rows and lists without end tags.
const TABLES = `
<table border="1" cellpadding="8" >
<tr><th>dbms</th><th>l.i0</th><th>l.x</th><th>qr100</th>
<tr><td>pg1.a</td> <td id="cmax">500</td><td>NA</td><td id=cmin>90</td></tr>
<tr><td>my2.b</td> <td>400</td><td>70</td><td>120</td></tr>
</table>
<table><tr><th>dbms</th><th>l.i0</th><th>l.x</th><th>qr100</th></tr>
<tr><td>pg1.a</td><td>1.00</td><td>1.00</td><td>1.00</td></tr></table>
<table><tr><th>dbms</th><th>qr100.L1</th></tr>
<tr><td>pg1.a</td><td id="cmin">180</td></tr><tr><td>my2.b</td><td>199</td></tr>
<tr><td>target</td><td id=cgray>200</td>
</tr></table>`

const PAGE = `<!DOCTYPE html><html><head><title>40M docs and 2 clients</title></head><body>
<h1 id="summary">Summary</h1>${TABLES}
<h1 id="l.i0.graph">l.i0</h1>
<p>Insert response time histogram: each cell &#37; <style>td { x }</style>
<table><tr>
<th>dbms</th><th>256us</th><th>1ms</th><th>gt</th><th>max</th></tr>
<tr><td id="c0">pg1.a</td><td></td><td id="c20">99.998</td><td>nonzero</td><td id="cminr">0.080</td></tr>
</table>
<pre>
ips\tqps\tp50\ttag
500\t0\t480\tpg1.a
</pre>
<h1 id="qr100.L1.rt">qr100.L1</h1>
<p>Delete response time histogram</p>
<pre>
256us\t1ms\tgt\tmax\ttag
0.000\t99.998\tnonzero\t0.011\tpg1.a
</pre>`

test('the three tables, with clients, documents, targets and colors', () => {
  const { value, problems } = parseIibenchReport(PAGE, 'all.html')
  expect(problems).toEqual([])
  expect(value).toMatchObject({ clients: 2, rows: 40_000_000 })
  expect(value?.tables.map(({ kind, steps }) => [kind, ...steps.map(({ name }) => name)])).toEqual([
    ['throughput', 'l.i0', 'l.x', 'qr100'],
    ['relative', 'l.i0', 'l.x', 'qr100'],
    ['background', 'qr100'],
  ])
  expect(value?.tables[0]?.rows[0]?.cells).toEqual([
    { text: '500', value: 500, mark: 'cmax' },
    { text: 'NA', value: null, mark: null },
    { text: '90', value: 90, mark: 'cmin' },
  ])
  expect(value?.tables[2]).toMatchObject({ targets: [200], rows: [{ tag: 'pg1.a' }, { tag: 'my2.b' }] })
})

test('metrics and response times belong to the heading and paragraph above them', () => {
  const { value } = parseIibenchReport(PAGE, 'all.html')
  expect(value?.metrics.map(({ step, table }) => [step.name, table.groups[0]?.[0]?.cells.get('p50')?.value])).toEqual([
    ['l.i0', 480],
  ])
  expect(
    value?.responseTimes.map(({ step, operation, rows }) => [
      step?.name,
      operation,
      ...['256us', '1ms', 'gt', 'max'].map((name) => rows[0]?.cells.get(name)?.value),
    ]),
  ).toEqual([
    // An empty cell is not a value, 0.000 is 0, and nonzero is a share without a number.
    ['l.i0', 'insert', null, 99.998, null, 0.08],
    ['qr100', 'delete', 0, 99.998, null, 0.011],
  ])
})

test('line numbers are those of the file', () => {
  const lineOf = (kind: string) => htmlBlocks(PAGE).find((block) => block.kind === kind)?.line
  const lines = PAGE.split('\n')
  expect(lines[(lineOf('preformatted') ?? 0) - 1]).toMatch(/^ips\tqps/)
  expect(lines[(lineOf('table') ?? 0) - 1]).toMatch(/^<table border/)
})

test('a table without a known header is ignored', () => {
  const table = '<table><tr><th>dbms</th><th>qr100</th></tr><tr><td>pg1.a</td><td>100</td></tr></table>'
  expect(parseIibenchReport(table, 'f')).toEqual({
    value: null,
    problems: [
      {
        file: 'f',
        line: 1,
        message:
          'nothing says whether these are rates of queries or of inserts: no step of the load, and no target row',
      },
    ],
  })
})

test('rows with too few cells, too many cells or no numbers are problems', () => {
  const table = (row: string) => `<table><tr><th>dbms</th><th>l.i0</th></tr>${row}<tr><td>b</td><td>7</td></tr></table>`
  const problemsOf = (row: string) => parseIibenchReport(table(row), 'f').problems.map(({ message }) => message)
  expect(problemsOf('<tr><td>a</td></tr>')).toEqual(['1 cells; expected a server and 1 numbers'])
  expect(problemsOf('<tr><td>a</td><td>1<td>2</tr>')).toEqual(['3 cells; expected a server and 1 numbers'])
  expect(problemsOf('<tr><td>a</td><td>fast</td></tr>')).toEqual(['`fast` is not a rate'])
})

test('a report is recognized by its first table, and other pages are not', () => {
  expect([PAGE, TABLES, '<table><tr><th>dbms</th><th>links</th>', '<p>dbms', ''].map(holdsReport)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a table inside an open paragraph or heading is a separate block', () => {
  const table = '<table><tr><td>7</td></tr></table>'
  const kinds = (html: string) => htmlBlocks(html).map((block) => block.kind)
  expect(kinds(`<p>Insert response time ${table}`)).toEqual(['paragraph', 'table'])
  expect(kinds(`<!DOCTYPE html><h1>l.i0${table}<pre>ips</pre>`)).toEqual(['heading', 'table', 'preformatted'])
  expect(htmlBlocks(`<p>Query ${table} times`)[0]).toMatchObject({ text: 'Query  times' })
})

test('the content of scripts is not part of the text', () => {
  const [cell] = htmlBlocks('<table><tr><td>7<script>alert(1)</script></td></tr></table>')
  expect(cell).toMatchObject({ rows: [{ cells: [{ text: '7' }] }] })
})
