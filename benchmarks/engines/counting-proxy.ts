import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A door in front of a server that counts what goes through. */
export interface CountingProxy {
  /** Its host and port. */
  readonly address: string
  /** The bytes that the server has sent so far. */
  received(): number
  close(): Promise<void>
}

/** Opens a door on this machine in front of a server. */
export async function openCountingProxy(server: URL): Promise<CountingProxy> {
  let bytes = 0
  const sockets = new Set<Socket>()
  const door = createServer((client) => {
    const engine = connect(Number(server.port), server.hostname)
    for (const socket of [client, engine]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    engine.on('data', (part) => {
      bytes += part.length
    })
    client.pipe(engine).pipe(client)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  return {
    address: `127.0.0.1:${(door.address() as AddressInfo).port}`,
    received: () => bytes,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      door.close()
      await once(door, 'close')
    },
  }
}
