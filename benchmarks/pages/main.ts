import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drive, type LoadResult } from '../http/drive.ts'
import { startProcess } from '../measure/called-process.ts'
import { machineLine } from '../measure/machine.ts'
import { processorTimeBelow } from '../measure/processor-time.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import type { ServerCalls, ServerReady } from '../starvation/server-process.ts'
import { type Numbers, PAGE_CASES, type PageCase } from './cases.ts'
import { type Roapi, rowsOf, startRoapi } from './roapi.ts'

/** What a request costs. */
interface Cost extends LoadResult {
  /** Milliseconds of processor time of one answer; null where the system does not tell. */
  readonly cpu: number | null
}

interface Outcome {
  readonly name: string
  readonly ours: Cost
  /** Null where the rival has no answer or does not run. */
  readonly theirs: Cost | null
}

const DATA = fileURLToPath(new URL('../node_modules/vega-datasets/data', import.meta.url))

/**
 * `pnpm bench pages [--json] [--seconds 5] [--connections 64]`: what a page asks of the service over three million flights in
 * memory, by 64 connections that ask again as soon as they are answered, beside ROAPI, an HTTP service over the same files.
 * Answers are compared before times count. Both are processes of their own and take turns.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '64' },
    },
  })
  const load = { connections: Number(values.connections), duration: Number(values.seconds) * 1_000 }
  const script = new URL('../starvation/server-process.ts', import.meta.url)
  const server = startProcess<ServerCalls>(script, 'server')
  const rival = await rivalOrNull()
  try {
    const ready = await server.call('open', null)
    for (const one of PAGE_CASES) await ask(ready, one)
    await server.call('settled', null)
    const outcomes: Outcome[] = []
    for (const one of PAGE_CASES) {
      if (!values.json) process.stderr.write(`${one.name} …\n`)
      outcomes.push(await measure(one, { ready, rival, load }))
    }
    print(outcomes, values.json)
  } finally {
    await Promise.all([server.end(), rival?.stop()])
  }
}

async function rivalOrNull(): Promise<Roapi | null> {
  try {
    return await startRoapi({
      flights: `${DATA}/flights-3m.parquet`,
      airports: `${DATA}/airports.csv`,
    })
  } catch (error) {
    process.stderr.write(`ROAPI is left out: ${(error as Error).message}\n`)
    return null
  }
}

/** Connections, and the milliseconds for which they ask. */
interface PageLoad {
  readonly connections: number
  readonly duration: number
}

async function measure(
  one: PageCase,
  {
    ready,
    rival,
    load,
  }: { readonly ready: ServerReady; readonly rival: Roapi | null; readonly load: PageLoad },
): Promise<Outcome> {
  const { data, etag } = await ask(ready, one)
  const headers = { ...headersOf(ready), ...(one.unchanged && { 'if-none-match': etag }) }
  const body = one.body === null ? '' : JSON.stringify(one.body)
  const ours = await costOf({
    ...{ ...load, port: ready.port, status: one.unchanged ? 304 : 200 },
    text: bytesOf(`${one.method} ${one.path}`, headers, body),
  })
  if (one.rival === undefined || rival === null) return { name: one.name, ours, theirs: null }
  const { sql, ours: read, theirs } = one.rival
  assertSame(one.name, read(data as never), theirs((await rowsOf(rival, sql)) as never))
  const text = bytesOf('POST /api/sql', {}, sql)
  return { name: one.name, ours, theirs: await costOf({ ...load, port: rival.port, text }) }
}

function headersOf({ owner }: ServerReady): Readonly<Record<string, string>> {
  const credential = { 'tenant-id': 'demo', 'auth-type': 'APIKEY', 'auth-value': owner }
  return { ...credential, 'content-type': 'application/json' }
}

/** An answer of ours, with its ETag. */
async function ask(
  ready: ServerReady,
  { method, path, body }: PageCase,
): Promise<{ readonly data: unknown; readonly etag: string }> {
  const answer = await fetch(`http://127.0.0.1:${ready.port}${path}`, {
    method,
    headers: headersOf(ready),
    ...(body !== null && { body: JSON.stringify(body) }),
  })
  const { data } = (await answer.json()) as { readonly data: unknown }
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return { data, etag: answer.headers.get('etag') ?? '' }
}

function bytesOf(head: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return `${head} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}${length}\r\n${body}`
}

async function costOf({
  text,
  ...load
}: PageLoad & {
  readonly port: number
  readonly text: string
  readonly status?: number
}): Promise<Cost> {
  const request = (): string => text
  await drive({ ...load, request, duration: load.duration / 5 })
  const before = processorTimeBelow(process.pid)
  const result = await drive({ ...load, request })
  const after = processorTimeBelow(process.pid)
  const cpu = before === null || after === null ? null : (after - before) / result.answers
  return { ...result, cpu }
}

/** Doubles that were added in another order differ in their last digits. */
const SAME = 1e-9

/** Throws where the rival has other numbers for a key that we answer. */
function assertSame(name: string, ours: Numbers, theirs: Numbers): void {
  for (const [key, numbers] of ours) {
    const others = theirs.get(key)
    const same = numbers.every((one, at) => {
      return Math.abs(one - (others?.[at] ?? Number.NaN)) <= SAME * Math.max(1, Math.abs(one))
    })
    if (!same) throw new Error(`${name}: ${key} is ${numbers} here and ${others} there`)
  }
}

function print(outcomes: readonly Outcome[], asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify({ machine: machineLine(), outcomes }, null, 2)}\n`)
    return
  }
  const rows = outcomes.flatMap(({ name, ours, theirs }) => {
    const own = rowOf(name, ours, null)
    return theirs === null ? [own] : [own, rowOf(`${name}, ROAPI`, theirs, ours)]
  })
  const head = ['', 'answers/s', 'p50', 'p99', 'processor', 'of ours', 'failed']
  process.stdout.write(`${machineLine()}\n\n${tableText(head, rows)}\n`)
}

function rowOf(name: string, cost: Cost, ours: Cost | null): readonly string[] {
  const { perSecond, p50, p99, cpu, failures } = cost
  const ratio = cpu === null || ours === null || ours.cpu === null ? '' : ratioText(cpu / ours.cpu)
  const processor = cpu === null ? '' : timeText(cpu)
  return [
    ...[name, perSecond.toFixed(0), timeText(p50), timeText(p99)],
    ...[processor, ratio, String(failures)],
  ]
}

await main()
