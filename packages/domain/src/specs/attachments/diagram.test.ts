import { expect, test } from 'vitest'
import { renderSpec } from '../../publish/markdown/render-spec.ts'
import { identifyBlocks } from '../anchor/align-blocks.ts'
import { diagramAlt, diagramSha256, diagramSources, drawingsIn, mayHaveDiagrams, withDiagrams } from './diagram.ts'

const SOURCE = '// The "plan" & <b>\ndigraph { a -> b [label="x < y"] }\n'
const TEXT = `# A\n\n\`\`\`dot\n${SOURCE}\`\`\`\n\n\`\`\`c\nint dot;\n\`\`\`\n`
const html = renderSpec(TEXT, identifyBlocks([], TEXT, 1).blocks).html

test('the source of a diagram is found as it was written, and other code is not a diagram', () => {
  expect(diagramSources(html)).toEqual([SOURCE])
  expect(mayHaveDiagrams(TEXT)).toBe(true)
  expect(mayHaveDiagrams('```c\nint dot;\n```')).toBe(false)
})

test('a drawing replaces its source, which stays below it, under the id of its block', () => {
  const drawn = drawingsIn([
    {
      name: 'diagram-3f2a9c1b04de.svg',
      sha256: '',
      mediaType: 'image/svg+xml',
      sizeBytes: 1,
      diagram: diagramSha256(SOURCE),
    },
  ])
  const shown = withDiagrams(html, drawn)
  expect(shown).toContain(
    '<figure id="b2" data-block="b2"><img src="attachments/diagram-3f2a9c1b04de.svg" alt="The &quot;plan&quot; &amp; &lt;b&gt;"',
  )
  expect(shown).toContain('<summary>Source</summary>')
  expect(withDiagrams(html, drawingsIn([]))).toBe(html)
  expect(withDiagrams(html, () => ({ problem: 'a < b' }))).toContain('<strong>a &lt; b</strong>')
})

test.each([
  ['// The plan\ndigraph {}', 'The plan'],
  ['\n/* The\n plan */ digraph {}', 'The plan'],
  ['# The plan\ngraph {}', 'The plan'],
  ['digraph { a }', ''],
])('the first comment of %j describes the diagram', (source, alt) => {
  expect(diagramAlt(source)).toBe(alt)
})
