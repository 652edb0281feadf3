import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../../lib/bootstrap/node.mjs'

const Package = z.object({ version: z.string() })

export const assayVersion = (): string =>
  Package.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version
