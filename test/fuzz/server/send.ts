import { request } from 'node:http'
import { connect } from 'node:net'
import type { OperationId } from '@tributary/contract'
import { type Account, TENANT } from '../workspace/random-workspace.ts'

/** A request as it is sent. It is JSON, so that it can be sent again. */
export interface Sent {
  readonly operation: OperationId
  readonly account: Account
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Milliseconds after which the caller goes away; null for one that waits. */
  readonly abortAfter: number | null
  /** The whole request, a character for each byte, in place of the fields above. */
  readonly bytes?: string
}

/** What came back: an answer, or how the connection ended. */
export type Answer =
  | { readonly status: number; readonly text: string }
  | { readonly status: null; readonly text: string }

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 60_000

/** Sends a request; never rejects. */
export function send(url: string, sent: Sent, patience: number = PATIENCE): Promise<Answer> {
  if (sent.bytes !== undefined) return sendBytes(url, sent.bytes, patience)
  return new Promise((resolve) => {
    const end = (answer: Answer): void => {
      clearTimeout(timer)
      resolve(answer)
    }
    const { hostname, port } = new URL(url)
    const { method, path } = sent
    const made = request({ hostname, port, method, path, headers: headersOf(sent) }, (got) => {
      let text = ''
      got.setEncoding('utf8')
      got.on('data', (part) => {
        text += part
      })
      got.on('error', (error) => end({ status: null, text: error.message }))
      got.on('end', () => end({ status: got.statusCode ?? 0, text }))
    })
    const limit = sent.abortAfter ?? patience
    const reason = sent.abortAfter === null ? SILENCE : 'aborted'
    const timer = setTimeout(() => {
      made.destroy()
      end({ status: null, text: reason })
    }, limit)
    made.on('error', (error) => end({ status: null, text: error.message }))
    made.end(sent.body ?? undefined)
  })
}

/** The text of {@link Answer} where no answer came in time. */
export const SILENCE = 'no answer'

function headersOf({ account, headers, body }: Sent): Record<string, string> {
  return {
    'tenant-id': TENANT,
    'auth-type': 'ACCOUNT',
    'auth-value': account,
    ...(body !== null && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }
}

/** The request as the bytes that HTTP makes of it, a character for each. */
export function printBytes(sent: Sent): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headersOf(sent) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const body = Buffer.from(sent.body ?? '').toString('latin1')
  return `${sent.method} ${sent.path} HTTP/1.1\r\n${head}\r\n${body}`
}

function sendBytes(url: string, bytes: string, patience: number): Promise<Answer> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const parts: Buffer[] = []
    const socket = connect(Number(port), hostname)
    // A request that is not complete is not answered for a long time.
    const timer = setTimeout(() => socket.destroy(), Math.min(patience, 1_000))
    socket.on('data', (part) => parts.push(part))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      const text = Buffer.concat(parts).toString()
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      const body = text.slice(text.indexOf('\r\n\r\n') + 4)
      resolve(
        status === undefined
          ? { status: null, text: 'closed' }
          : { status: Number(status), text: body },
      )
    })
    socket.end(Buffer.from(bytes, 'latin1'))
  })
}
