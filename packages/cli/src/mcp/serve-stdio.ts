import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createMcpServer, type McpOptions } from './create-server.ts'

/** Serves the protocol on standard input and output until the input ends or the user interrupts. */
export async function serveMcpStdio(options: McpOptions, signal: AbortSignal): Promise<void> {
  const server = createMcpServer(options)
  await server.connect(new StdioServerTransport())
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.close()
}
