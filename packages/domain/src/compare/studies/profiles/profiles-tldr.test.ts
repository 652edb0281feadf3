import { expect, test } from 'vitest'
import { OTHER_GROUP } from '../../../run/cpu-profile/group-rules.ts'
import { compare } from '../../compare.ts'
import { DEFAULT_COMPARISON } from '../../comparison.ts'
import type { Point } from '../../point.ts'
import { sentenceText } from '../../tldr/tldr.ts'
import { profilesTldr } from './profiles-tldr.ts'

test('the largest share and the largest difference are named, each number with its cell', () => {
  const shares = { 'libc+k': [37.3, 50.92], bloom: [18.35, 0], [OTHER_GROUP]: [44.35, 49.08] }
  const points = Object.entries(shares).flatMap(([group, values]) =>
    values.map((share, at): Point => {
      const coordinates = { test: `read${at + 1}`, 'param:functions': group }
      return { runId: `run ${at}`, resultId: `${group} ${at}`, coordinates, values: { 'samples%': share } }
    }),
  )
  const grid = compare(
    { points, tests: [], metrics: [] },
    {
      ...DEFAULT_COMPARISON,
      rows: ['param:functions'],
      columns: ['test'],
      metrics: ['samples%'],
      base: { kind: 'none' },
      show: 'absolute',
    },
  )
  const { sentences } = profilesTldr(grid)
  expect(sentences.map(sentenceText)).toEqual([
    'libc+k has the largest share, 50.92% of the samples of read2.',
    'bloom differs most: 0.00% of read2, 18.35% of read1.',
  ])
  for (const part of sentences.flatMap(({ parts }) => parts)) {
    if (typeof part === 'string' || part.cell === null) continue
    const { row, column } = part.cell
    const cell = grid.tables[0]?.groups.flatMap(({ rows }) => rows)[row]?.cells[column]
    expect(`${cell?.value?.toFixed(2)}%`).toBe(part.number)
  }
})
