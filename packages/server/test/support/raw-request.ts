import { connect } from 'node:net'

/** What a server answers to bytes: the status line, the headers, and the body when it is JSON. */
export interface RawAnswer {
  readonly status: number
  readonly headers: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends lines as they are to the server at `url`, and reads its answer until it closes the connection. */
export async function sendRaw(url: string, lines: readonly string[]): Promise<RawAnswer> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  const text = (await socket.setEncoding('utf8').toArray()).join('')
  const [head = '', body = ''] = text.replace(/^HTTP\/1.1 100 .*\r\n\r\n/, '').split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), headers: head, body: JSON.parse(body) }
}
