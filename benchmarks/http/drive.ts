import { connect, type Socket } from 'node:net'

/** Requests to send again and again. */
export interface Load {
  readonly port: number
  readonly connections: number
  /** How long, in milliseconds. */
  readonly duration: number
  /** The bytes of the n-th request. */
  readonly request: (n: number) => string | Buffer
}

/** What came of it; times in milliseconds. */
export interface LoadResult {
  readonly answers: number
  /** Answers with another status than 200. */
  readonly failures: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: (\d+)/i

/**
 * Keeps every connection busy with one request at a time. On bare sockets, so that the load costs this
 * machine little beside the server that is measured.
 */
export async function drive({ port, connections, duration, request }: Load): Promise<LoadResult> {
  const times: number[] = []
  let sent = 0
  let failures = 0
  const begin = performance.now()
  const end = begin + duration
  const client = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let buffered = Buffer.alloc(0)
      let started = 0
      const next = () => {
        started = performance.now()
        if (started >= end) {
          socket.destroy()
          return resolve()
        }
        socket.write(request(sent++))
      }
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
        const length = answerLength(buffered)
        if (length === null || buffered.length < length) return
        times.push(performance.now() - started)
        // `HTTP/1.1 200 …`
        if (buffered[9] !== 0x32) failures += 1
        buffered = buffered.subarray(length)
        next()
      })
    })
  await Promise.all(Array.from({ length: connections }, () => client(connect(port, '127.0.0.1'))))
  const seconds = (performance.now() - begin) / 1_000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  const answers = times.length
  return { answers, failures, perSecond: answers / seconds, p50: at(0.5), p99: at(0.99) }
}

/** Bytes of the first answer in `bytes`, head and body; null while the head is not whole. */
function answerLength(bytes: Buffer): number | null {
  const head = bytes.indexOf(HEAD_END)
  if (head < 0) return null
  const length = LENGTH.exec(bytes.toString('latin1', 0, head))?.[1]
  if (length === undefined) throw new Error('The answer has no Content-Length.')
  return head + HEAD_END.length + Number(length)
}
