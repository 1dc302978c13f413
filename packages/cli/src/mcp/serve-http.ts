import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isHostOfThisMachine, isOriginOfThisMachine } from '@tributary/core/internal'
import { createMcpServer, type McpOptions } from './create-server.ts'

/** A server of the protocol over HTTP. */
export interface McpHttpServer {
  /** Where clients connect to. */
  readonly url: string
  close(): Promise<void>
}

/** The path of the protocol. */
const PATH = '/mcp'

/**
 * Serves the protocol over streamable HTTP, without sessions: each request is answered with one JSON document. Only
 * requests for a name of this machine, and from no page of another site, are answered. Rejects when the port is in use.
 */
export async function serveMcpHttp(
  options: McpOptions,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<McpHttpServer> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      options.onFault(error)
      if (!response.headersSent) refuse(response, 500, 'The request failed.')
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${bound}${PATH}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(
  options: McpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { host, origin } = request.headers
  if (!isHostOfThisMachine(host)) {
    return refuse(response, 403, `The host ${host ?? ''} is not this machine.`)
  }
  if (!isOriginOfThisMachine(origin)) {
    return refuse(response, 403, `Pages of ${origin} may not call this server.`)
  }
  if (request.url?.split('?', 1)[0] !== PATH) {
    return refuse(response, 404, `The protocol is served at ${PATH}.`)
  }
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST')
    return refuse(response, 405, 'This server keeps no sessions: send requests with POST.')
  }
  const server = createMcpServer(options)
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  response.once('close', () => void server.close())
  await server.connect(transport as Parameters<typeof server.connect>[0])
  await transport.handleRequest(request, response)
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}
