// Preloaded into a server: shifts its clock by the milliseconds in the file CHAOS_CLOCK, which changes at run time.

import { readFileSync } from 'node:fs'

const REFRESH_MS = 100
const { CHAOS_CLOCK: file = '' } = process.env
const now = Date.now
let shiftMs = 0

const refresh = () => {
  try {
    shiftMs = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    shiftMs = 0
  }
}

refresh()
setInterval(refresh, REFRESH_MS).unref()

globalThis.Date = new Proxy(Date, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now() + shiftMs] : given, self),
  get: (target, name) => (name === 'now' ? () => now() + shiftMs : Reflect.get(target, name)),
})
