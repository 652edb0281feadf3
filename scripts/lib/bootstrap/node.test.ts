import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeIsFit, ROOT } from './node.mjs'

test('the supported Node of npm start is the one in engines', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(engines.node).toBe('^22.19.0 || ^24.0.0 || >=26.0.0')
  const fit = ['22.19.0', '22.30.1', '24.0.0', '24.21.0', '26.0.0', '27.1.0']
  const unfit = ['18.20.0', '20.20.2', '22.18.9', '23.11.0', '25.0.0']
  expect(fit.filter((version) => !nodeIsFit(version))).toEqual([])
  expect(unfit.filter(nodeIsFit)).toEqual([])
})
