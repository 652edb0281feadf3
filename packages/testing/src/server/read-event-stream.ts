import { z } from 'zod'

const Data = z.object({ change: z.string(), count: z.number(), name: z.string() }).partial()
type Message = { id: string | null; event: string; data: z.infer<typeof Data> }

/** Reads a stream of server-sent events; `next` waits for one, and is null at the end of the stream. */
export function readEventStream(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  let text = ''
  const next = async (): Promise<Message | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end < 0) {
        const { done, value } = await reader.read()
        if (done) return null
        text += new TextDecoder().decode(value)
        continue
      }
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null
      const event = field('event')
      if (event !== null) return { id: field('id'), event, data: Data.parse(JSON.parse(field('data') ?? '')) }
    }
  }
  return { next, close: () => reader.cancel() }
}
