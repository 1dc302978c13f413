import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How long a connection may be silent while the server closes, in milliseconds: one that has never sent a request, and
 * one that has sent a part of a request.
 */
export const SILENCE = 500

/** How often the open connections are looked at while the server closes, in milliseconds. */
const INTERVAL = 20

/** A request and the answer to it. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The state of an open connection. */
interface Connection {
  readonly socket: Socket
  /** The requests that arrived since the connection was last idle, in the order of their answers. */
  exchanges: Exchange[]
  /** How many bytes had been read, and how often no more were there when the connection was looked at. */
  silence: { readonly bytes: number; readonly looks: number }
}

/**
 * Closes connections when `app` closes, as soon as they are not needed: an answer under way ends its connection, idle
 * connections are closed, and those that wait for the rest of a request are closed after {@link SILENCE}. No answer is
 * cut, not even one that the client reads slowly: who closes the application limits that time.
 */
export function drainConnections(app: FastifyInstance): void {
  const { server } = app
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket) => {
    const silence = { bytes: 0, looks: 0 }
    connections.set(socket, { socket, exchanges: [], silence })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    if (connection.exchanges.every(isOver)) connection.exchanges = []
    connection.exchanges.push({ request, response })
  })
  // Node takes a connection for idle when its answer is made, and would cut what is not sent yet.
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if (!Array.from(connections.values()).some(isBeingSent)) closeIdle()
  }
  app.addHook('preClose', async () => {
    if (!server.listening) return
    for (const { exchanges } of connections.values()) {
      const response = exchanges.at(-1)?.response
      if (response?.headersSent === false) response.setHeader('connection', 'close')
    }
    const timer = setInterval(() => {
      server.closeIdleConnections()
      for (const connection of connections.values()) {
        if (isSilent(connection)) connection.socket.destroy()
      }
    }, INTERVAL)
    server.once('close', () => clearInterval(timer))
  })
}

/** Whether the answer was sent to its last byte. */
function isOver({ response }: Exchange): boolean {
  return response.writableFinished
}

/** The request whose answer is sent next, or is being sent. */
function findNext({ exchanges }: Connection): Exchange | undefined {
  return exchanges.find((exchange) => !isOver(exchange))
}

/** Whether an answer is made and not yet sent to its last byte. */
function isBeingSent(connection: Connection): boolean {
  return findNext(connection)?.response.writableEnded === true
}

/** Whether the connection waits for bytes of a request that have not come for a while. */
function isSilent(connection: Connection): boolean {
  const { socket, silence } = connection
  const next = findNext(connection)
  if (next?.request.complete || next?.response.writableEnded) return false
  // Looks and not time: while the event loop does other work, bytes that have come are not read.
  const isLouder = socket.bytesRead !== silence.bytes
  connection.silence = { bytes: socket.bytesRead, looks: isLouder ? 0 : silence.looks + 1 }
  return connection.silence.looks >= SILENCE / INTERVAL
}
