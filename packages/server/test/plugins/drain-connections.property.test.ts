import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serve } from '../../src/serve.ts'
import { CREDENTIALS, TIME_COMPARISON } from '../support/ask.ts'
import { fakePlatform } from '../support/fake-platform.ts'

/** What a client has done when the server closes. */
interface Client {
  /** How many of its requests have been answered. */
  readonly answered: number
  /** Its request that runs; null for none. */
  readonly running: {
    /** How long the answer takes after the close began, in milliseconds; null for one that is made and not yet read. */
    readonly takes: number | null
    readonly keeps: 'close' | 'keep-alive'
  } | null
  /** The beginning of a request that never ends. */
  readonly half: string
}

/** The platform of the test reads from the name of the metric how long the answer takes. */
function requestOf(metric: string, keeps: string): string {
  const body = JSON.stringify({ ...TIME_COMPARISON, metric })
  const headers = Object.entries({
    ...{ host: 'localhost', ...CREDENTIALS, connection: keeps },
    ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const lines = headers.map((header) => header.join(': ')).join('\r\n')
  return `POST /api/v1/attribution/dim_time_compare HTTP/1.1\r\n${lines}\r\n\r\n${body}`
}

const WHOLE = requestOf('0 now', 'keep-alive')

const client: fc.Arbitrary<Client> = fc.record({
  answered: fc.nat(2),
  running: fc.option(
    fc.record({
      takes: fc.option(fc.nat(150), { freq: 3 }),
      keeps: fc.constantFrom('close' as const, 'keep-alive' as const),
    }),
    { freq: 3 },
  ),
  half: fc.constantFrom(0, 0, 2, 60, WHOLE.length - 9).map((length) => WHOLE.slice(0, length)),
})

/** Counts the answers that arrive completely. */
class Answers {
  readonly socket: Socket
  count = 0
  #parts: Buffer[] = []
  /** How many bytes have arrived, and how many the next answer has. */
  #bytes = 0
  #wanted = 0

  constructor(socket: Socket) {
    this.socket = socket
    // A connection that is cut is one answer less.
    socket.on('error', () => {})
    socket.on('data', (part) => {
      this.#parts.push(part)
      this.#bytes += part.length
      while (this.#bytes > 0 && this.#bytes >= this.#wanted) {
        const unread = Buffer.concat(this.#parts)
        const end = unread.indexOf('\r\n\r\n')
        if (end === -1) return
        const length = /content-length: (\d+)/i.exec(unread.toString('latin1', 0, end))?.[1]
        this.#wanted = end + 4 + Number(length)
        if (unread.length < this.#wanted) continue
        this.#parts = [unread.subarray(this.#wanted)]
        this.#bytes -= this.#wanted
        this.#wanted = 0
        this.count += 1
      }
    })
  }

  async reach(count: number): Promise<void> {
    while (this.count < count) await once(this.socket, 'data')
  }
}

/** More than the system keeps of an answer that nobody reads. */
const LARGE = 'x'.repeat(16 * 2 ** 20)

/** What bounds a hang of the close; the server would wait so long for its connections. */
const CLOSE_TIMEOUT = 60_000

async function closeWith(clients: readonly Client[]): Promise<readonly number[]> {
  const closing = Promise.withResolvers<void>()
  const made = clients.map(() => Promise.withResolvers<void>())
  const server = await serve({
    platform: fakePlatform({
      compareTimes: async ({ metric }) => {
        const [place, takes] = metric.split(' ')
        made[Number(place)]!.resolve()
        if (takes === 'unread') return { tables: [], warning: LARGE }
        if (takes !== 'now') await closing.promise.then(() => delay(Number(takes)))
        return { tables: [], warning: null }
      },
    }),
    port: 0,
    closeTimeout: CLOSE_TIMEOUT,
  })
  const { port, hostname } = new URL(server.url)
  const all = await Promise.all(
    clients.map(async ({ answered, running, half }, place) => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      const answers = new Answers(socket)
      for (let count = 1; count <= answered; count++) {
        socket.write(requestOf(`${place} now`, 'keep-alive'))
        await answers.reach(count)
      }
      if (running !== null) {
        if (running.takes === null) socket.pause()
        socket.write(requestOf(`${place} ${running.takes ?? 'unread'}`, running.keeps))
        await made[place]!.promise
      }
      // Who says that the connection ends with a request sends nothing after it.
      if (running?.keeps !== 'close') socket.write(half)
      return answers
    }),
  )
  // What was written last is to be there, as the large answers are.
  await delay(30)
  const closed = server.close()
  closing.resolve()
  await delay(30)
  const ends = all.map(({ socket }) => (socket.closed ? null : once(socket, 'close')))
  for (const { socket } of all) socket.resume()
  await Promise.all([closed, ...ends])
  return all.map(({ count }) => count)
}

test('a server that closes answers what it has accepted, and waits for nothing else', async () => {
  const property = fc.asyncProperty(
    fc.array(client, { minLength: 6, maxLength: 16 }),
    async (clients) => {
      const begun = performance.now()
      const counts = await closeWith(clients)
      const expected = clients.map(({ answered, running }) => answered + (running ? 1 : 0))
      expect(counts).toEqual(expected)
      expect(performance.now() - begun).toBeLessThan(CLOSE_TIMEOUT / 2)
    },
  )
  await fc.assert(property, { numRuns: process.env.TRIBUTARY_LONG ? 100 : 2 })
}, 600_000)
