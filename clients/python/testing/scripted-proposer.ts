import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/**
 * A server with the chat interface of OpenAI that proposes given programs in their order, the last one again and again.
 * It replaces the model of an evolutionary framework, and records the prompts.
 */
export async function startScriptedProposer(programs: readonly string[]) {
  const prompts: string[] = []
  const server = createServer(async (request, response) => {
    prompts.push(JSON.stringify(await json(request)))
    const program = programs[Math.min(prompts.length, programs.length) - 1] ?? ''
    const message = { role: 'assistant', content: `\`\`\`python\n${program}\n\`\`\`` }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        ...{ id: `chat-${prompts.length}`, object: 'chat.completion', created: 0, model: 'scripted' },
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, prompts, stop: () => server.close() }
}
