import { setTimeout } from 'node:timers/promises'
import { drive, type LoadResult } from '../http/drive.ts'
import { startProcess } from '../measure/called-process.ts'
import { atLeast, atMost, tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { tableText, timeText } from '../measure/table.ts'
import type { ServerCalls, ServerReady } from './server-process.ts'

/** Connections that read, and connections that ask attribution questions. */
const READERS = 58
const ASKERS = 6

/** One of so many requests is bad: a wrong secret, a name that does not exist, a body that is no JSON, in turn. */
const BAD = 10

/** How often the memory is looked at after the beginning. */
const LOOKS = 12

/**
 * A mixed load on 64 connections: nine of ten read, the others ask questions about the flights, and a tenth of all requests is
 * bad. Prints reads a second, the times of reads and questions, and the memory during the run.
 */
export async function mixedLoad(seconds: number, asJson: boolean): Promise<void> {
  const server = startProcess<ServerCalls>(new URL('server-process.ts', import.meta.url), 'server')
  try {
    const ready = await server.call('open', null)
    const run = (duration: number) =>
      Promise.all([
        drive({ port: ready.port, connections: READERS, duration, request: readOf(ready) }),
        drive({ port: ready.port, connections: ASKERS, duration, request: questionOf(ready) }),
      ])
    await run(3_000)
    await server.call('reset', null)
    const running = run(seconds * 1_000)
    const memory: number[] = []
    for (let look = 0; look <= LOOKS; look++) {
      if (look > 0) await setTimeout((seconds * 1_000) / LOOKS)
      memory.push(Math.round((await server.call('usage', null)).residentBytes / 2 ** 20))
    }
    const [reads, questions] = await running
    const { longestTurn } = await server.call('usage', null)
    const outcome = { machine: machineLine(), reads, questions, memory, longestTurn }
    if (asJson) process.stdout.write(`${JSON.stringify(outcome, null, 2)}\n`)
    else {
      const head = ['', 'answers/s', 'p50', 'p99', 'refused']
      const rows = [rowOf('reads', reads), rowOf('questions', questions)]
      process.stdout.write(`${machineLine()}\n\n${tableText(head, rows)}\n`)
      process.stdout.write(
        `memory ${memory.join(', ')} MB; longest turn ${timeText(longestTurn)}\n`,
      )
    }
    const goals = [
      atLeast('mixed load, reads a second', reads.perSecond, 2_000, (one) => one.toFixed(0)),
      atMost('mixed load, p99 of reads', reads.p99, 100),
    ]
    if (goals.some(({ isReached }) => !isReached)) process.exitCode = 1
    tellGoals(goals)
  } finally {
    await server.end()
  }
}

function rowOf(name: string, { perSecond, p50, p99, failures, answers }: LoadResult): string[] {
  const refused = `${((100 * failures) / answers).toFixed(1)} %`
  return [name, String(Math.round(perSecond)), timeText(p50), timeText(p99), refused]
}

function readOf({ owner }: ServerReady): (n: number) => string {
  const get = (path: string, secret = owner): string =>
    `GET /api/v1/${path} HTTP/1.1\r\n${headersOf(secret)}\r\n`
  const good = [
    get('dimension/detail?dimName=origin'),
    get('dataset/info?name=flights'),
    get('metrics/dimensionAll?metricNames=average_delay'),
    get(
      'lineage/queryVertexLineage?vertex_id=average_delay&vertex_type=METRIC&input_step=2&output_step=1',
    ),
  ]
  const bad = [
    get('dimension/detail?dimName=origin', 'x'.repeat(32)),
    get('dimension/detail?dimName=nothing'),
    get('dataset/info'),
  ]
  return (n) => (n % BAD === BAD - 1 ? bad[n % bad.length]! : good[n % good.length]!)
}

function questionOf({ owner }: ServerReady): (n: number) => string {
  const post = (body: string): string =>
    `POST /api/v1/attribution/dim_time_compare HTTP/1.1\r\n${headersOf(owner)}content-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const month = (name: string): string => `DateTrunc([metric_time], "MONTH") = "2001-${name}-01"`
  const about = (dimension: string): string =>
    post(
      JSON.stringify({
        metric: 'average_delay',
        dimensions: [dimension],
        attribution: {
          attributionCalculateType: 'ALL',
          currentTimeConstraint: month('06'),
          compareTimeConstraint: month('05'),
        },
      }),
    )
  const good = ['origin', 'destination', 'origin_state', 'distance_band'].map(about)
  const bad = [about('nothing'), post('{"metric":')]
  return (n) => (n % BAD === BAD - 1 ? bad[n % bad.length]! : good[n % good.length]!)
}

function headersOf(secret: string): string {
  return `host: localhost\r\ntenant-id: demo\r\nauth-type: APIKEY\r\nauth-value: ${secret}\r\n`
}
