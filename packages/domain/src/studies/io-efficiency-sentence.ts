import type { IoEfficiency, IoSubject } from './io-efficiency.ts'

/** `At 1 client 0.84 to 0.85 of the reads of fio, at 6 clients 0.88 to 0.89.` */
export function ioSentence({ subjects }: IoEfficiency): string {
  const said = subjects.map((subject) => {
    const all = subject.tests.map(({ efficiency }) => efficiency)
    const [low, high] = [Math.min(...all).toFixed(2), Math.max(...all).toFixed(2)]
    return `${placeOf(subject, subjects)} ${low === high ? low : `${low} to ${high}`} of the reads of fio`
  })
  return said.length === 0 ? 'Storage reads of a database beside those of fio.' : `${said.join(', ')}.`
}

/** The clients, and where several machines or workloads are shown the whole name. */
function placeOf({ label, clients }: IoSubject, all: readonly IoSubject[]): string {
  const isAlone = all.filter((one) => one.clients === clients).length === 1
  return isAlone ? `At ${clients === 1 ? '1 client' : `${clients} clients`}` : label
}
