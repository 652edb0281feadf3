import { typeCheck } from './test/type-check.ts'

const { failed } = await typeCheck()
process.exitCode = failed === 0 ? 0 : 1
