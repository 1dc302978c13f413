import { Agent, type RequestOptions, request } from 'node:http'
import { answerCalls } from '../measure/called-process.ts'

/** A request that is sent again and again, on time whether or not the ones before are answered. */
export interface LightLoad {
  readonly port: number
  readonly secret: string
  readonly path: string
  /** Milliseconds from one request to the next. */
  readonly every: number
}

/** Times from when a request was due to the end of its answer, in milliseconds. */
export interface LightTimes {
  readonly answers: number
  readonly failures: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

/** What the process does when it is called. */
export type LightCalls = {
  begin(load: LightLoad): void
  end(_: null): Promise<LightTimes>
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
let times: number[] = []
let failures = 0
let running = new Set<Promise<void>>()
let timer: NodeJS.Timeout | undefined

function begin({ port, secret, path, every }: LightLoad): void {
  times = []
  failures = 0
  running = new Set()
  const headers = { 'tenant-id': 'demo', 'auth-type': 'APIKEY', 'auth-value': secret }
  let due = performance.now() + every
  const ask = (): void => {
    while (due <= performance.now()) {
      const asked = answered({ host: '127.0.0.1', port, path, headers, agent }, due)
      running.add(asked)
      void asked.then(() => running.delete(asked))
      due += every
    }
    timer = setTimeout(ask, Math.max(0, due - performance.now()))
  }
  ask()
}

function answered(options: RequestOptions, due: number): Promise<void> {
  return new Promise((resolve) => {
    const failed = (): void => {
      failures += 1
      resolve()
    }
    const sent = request(options, (answer) => {
      answer.resume()
      answer.once('error', failed)
      answer.once('end', () => {
        times.push(performance.now() - due)
        if (answer.statusCode !== 200) failures += 1
        resolve()
      })
    })
    sent.once('error', failed)
    sent.end()
  })
}

async function end(): Promise<LightTimes> {
  clearTimeout(timer)
  await Promise.all(running)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { answers: times.length, failures, p50: at(0.5), p99: at(0.99), longest: at(1) }
}

answerCalls({ begin, end } satisfies LightCalls)
