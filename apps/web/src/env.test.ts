import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'

const DATABASE_URL = 'postgresql://assay@localhost/assay'
const example = parseEnv(readFileSync(path.join(import.meta.dirname, '../../../.env.example'), 'utf8'))

test('.env.example is a valid environment once npm start has added the database', () => {
  expect(readEnvironment({ ...example, DATABASE_URL })).toMatchObject({ PORT: 3000, DATABASE_URL })
})

test('an empty variable counts as absent', () => {
  expect(readEnvironment({ DATABASE_URL, PORT: '', ASSAY_PUBLIC_URL: '' })).toEqual({
    ASSAY_DOCS_DIR: '../../docs',
    ASSAY_LIMITS: '',
    ASSAY_QUOTAS: '',
    DATABASE_URL,
    PORT: 3000,
    ASSAY_DATA_DIR: '.data',
  })
})

test('every invalid variable is named', () => {
  expect(() => readEnvironment({ DATABASE_URL: 'mysql://x/y', PORT: '99999' })).toThrow(/DATABASE_URL.*PORT/)
})
