// npm run sbom [FILE]: writes the software bill of materials, to standard output without a file.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { createSbom } from './create-sbom.ts'

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))
const text = `${JSON.stringify(createSbom(parse(read('pnpm-lock.yaml')), { name: 'assay', version }), null, 2)}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else writeFileSync(file, text)
