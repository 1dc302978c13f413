import { connect, type Socket } from 'node:net'

/** Requests to send again and again. */
export interface Load {
  readonly port: number
  readonly connections: number
  /** How long, in milliseconds. */
  readonly duration: number
  /** The bytes of the n-th request. */
  readonly request: (n: number) => string | Buffer
  /** The status of a good answer. @defaultValue 200 */
  readonly status?: number
}

/** What came of it; times in milliseconds. */
export interface LoadResult {
  readonly answers: number
  /** Answers with another status. */
  readonly failures: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: (\d+)/i
const CLOSE = /\r\nconnection: *close/i
const CHUNKED = /\r\ntransfer-encoding: *chunked/i

/** Where the status is: `HTTP/1.1 200 …`. */
const STATUS = 9

/**
 * Keeps every connection busy with one request at a time. On bare sockets, so that the load costs this
 * machine little beside the server that is measured.
 */
export async function drive({
  port,
  connections,
  duration,
  request,
  status = 200,
}: Load): Promise<LoadResult> {
  const times: number[] = []
  let sent = 0
  let failures = 0
  const begin = performance.now()
  const end = begin + duration
  /** Resolves when the time is over, or when the server has closed the connection. */
  const exchange = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let buffered = Buffer.alloc(0)
      let started = 0
      const next = () => {
        started = performance.now()
        if (started >= end) socket.destroy()
        else socket.write(request(sent++))
      }
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.on('data', (chunk) => {
        buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
        const length = answerLength(buffered)
        if (length === null) return
        times.push(performance.now() - started)
        if (buffered.toString('latin1', STATUS, STATUS + 3) !== String(status)) failures += 1
        const closes = CLOSE.test(buffered.toString('latin1', 0, buffered.indexOf(HEAD_END)))
        buffered = buffered.subarray(length)
        if (!closes) next()
      })
    })
  const client = async () => {
    while (performance.now() < end) await exchange(connect(port, '127.0.0.1'))
  }
  await Promise.all(Array.from({ length: connections }, () => client()))
  const seconds = (performance.now() - begin) / 1_000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  const answers = times.length
  return { answers, failures, perSecond: answers / seconds, p50: at(0.5), p99: at(0.99) }
}

/** Bytes of the first answer in `bytes`, head and body; null while it is not whole. */
function answerLength(bytes: Buffer): number | null {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const body = end + HEAD_END.length
  if (head.startsWith('304', STATUS)) return body
  if (CHUNKED.test(head)) return chunksEnd(bytes, body)
  const length = LENGTH.exec(head)?.[1]
  if (length === undefined) throw new Error('The answer has no length and is not in chunks.')
  return bytes.length < body + Number(length) ? null : body + Number(length)
}

/** Where the chunks that begin at `at` end; null while the last of them is not there. */
function chunksEnd(bytes: Buffer, at: number): number | null {
  for (let chunk = at; ; ) {
    const line = bytes.indexOf('\r\n', chunk)
    if (line < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', chunk, line), 16)
    const next = line + 2 + size + 2
    if (size === 0) return next <= bytes.length ? next : null
    chunk = next
  }
}
