import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach } from 'vitest'

const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

/** A server of this process that answers as `listener` says; gone after the test. Gives its base URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  return `http://127.0.0.1:${port}`
}

/** A server that answers everything with this. */
export function listenWith(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  return listen((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
}
