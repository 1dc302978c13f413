import { parseArgs } from 'node:util'
import { startProcess } from '../measure/called-process.ts'
import { atMost, tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { tableText, timeText } from '../measure/table.ts'
import { ask, rest } from './ask.ts'
import { cancelReport } from './cancel.ts'
import { HEAVY_CASES, type HeavyCase } from './cases.ts'
import type { LightCalls, LightTimes } from './light-process.ts'
import { mixedLoad } from './mixed.ts'
import type { ServerCalls, ServerReady, ServerUsage } from './server-process.ts'

/** Milliseconds from one light request to the next. */
const EVERY = 5

/** The light request. */
const LIGHT = '/api/v1/dimension/detail?dimName=origin'

/** How long heavy requests are sent again, in milliseconds. */
const REPEATED = 2_000

/** What came of one case. */
interface Outcome {
  readonly name: string
  readonly light: LightTimes
  readonly usage: ServerUsage
  readonly heavy: number
  /** Processor time of one heavy request, what the light ones take included. */
  readonly cpuOfOne: number
  /** Statuses of the heavy answers. */
  readonly statuses: string
}

/**
 * `pnpm bench starvation [--json] [--only lineage] [--at-once 2]`: heavy requests, two at a time, beside a client that sends
 * a light one every 5 ms. The service, the light client and the heavy one are processes of their own. Fails when the p99 of
 * the light requests is above 50 ms or the longest above 250 ms.
 *
 * `--cancel` leaves the heavy requests at several moments instead, and prints how long their work goes on.
 *
 * `--mixed [--seconds 10]` measures a mixed load on 64 connections instead; `--seconds 3600` for an hour. Fails below 2,000
 * reads a second and when their p99 is above 100 ms.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      'at-once': { type: 'string', default: '2' },
      cancel: { type: 'boolean', default: false },
      mixed: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '10' },
    },
  })
  if (values.mixed) return mixedLoad(Number(values.seconds), values.json)
  if (values.cancel) return cancelReport(values.only, Number(values['at-once']), values.json)
  const server = startProcess<ServerCalls>(new URL('server-process.ts', import.meta.url), 'server')
  const light = startProcess<LightCalls>(new URL('light-process.ts', import.meta.url), 'light')
  try {
    const ready = await server.call('open', null)
    const outcomes: Outcome[] = []
    // Datasets that are asked for again are loaded into memory, beside the requests; that is not what is measured.
    for (const one of HEAVY_CASES.slice(0, 3)) await ask(ready, one.make(0))
    await server.call('settled', null)
    for (const one of HEAVY_CASES) {
      const isNeeded = one.name.includes('import') && 'lineage'.includes(values.only)
      if (!one.name.includes(values.only) && !isNeeded) continue
      outcomes.push(await measure(one, { ready, server, light, atOnce: Number(values['at-once']) }))
      if (!values.json) process.stderr.write(`${one.name} …\n`)
    }
    print(outcomes, values.json)
  } finally {
    await Promise.all([server.end(), light.end()])
  }
}

async function measure(
  { name, make, repeats }: HeavyCase,
  {
    ready,
    server,
    light,
    atOnce,
  }: {
    readonly ready: ServerReady
    readonly server: ReturnType<typeof startProcess<ServerCalls>>
    readonly light: ReturnType<typeof startProcess<LightCalls>>
    readonly atOnce: number
  },
): Promise<Outcome> {
  const requests = Array.from({ length: atOnce }, (_, n) => make(n))
  const { port, owner } = ready
  await light.call('begin', { port, secret: owner, path: LIGHT, every: EVERY })
  await rest(200)
  await server.call('reset', null)
  const end = performance.now() + REPEATED
  const statuses = new Map<number, number>()
  await Promise.all(
    requests.map(async (one) => {
      do {
        const status = await ask(ready, one)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      } while (repeats && performance.now() < end)
    }),
  )
  const usage = await server.call('usage', null)
  const heavy = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  return {
    name,
    light: await light.call('end', null),
    usage,
    heavy,
    cpuOfOne: usage.cpu / heavy,
    statuses: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
  }
}

function print(outcomes: readonly Outcome[], asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify({ machine: machineLine(), outcomes }, null, 2)}\n`)
  } else {
    const rows = outcomes.map(({ name, light, usage, heavy, cpuOfOne, statuses }) => [
      name,
      String(light.answers),
      timeText(light.p50),
      timeText(light.p99),
      timeText(light.longest),
      timeText(usage.longestTurn),
      timeText(usage.collector.longest),
      timeText(usage.collector.all / heavy),
      timeText(cpuOfOne),
      `${Math.round(usage.residentBytes / 2 ** 20)} MB`,
      statuses,
    ])
    const head = [
      'two at once',
      'light',
      'p50',
      'p99',
      'longest',
      'turn',
      'pause',
      'pauses of one',
      'processor',
      'memory',
      'heavy',
    ]
    process.stdout.write(`${machineLine()}\n\n${tableText(head, rows)}\n`)
  }
  const late = outcomes.filter(
    ({ light }) => light.p99 > 50 || light.longest > 250 || light.failures > 0,
  )
  for (const { name, light } of late) {
    process.stderr.write(
      `goal missed: ${name}: p99 ${timeText(light.p99)}, longest ${timeText(light.longest)}, ${light.failures} failed\n`,
    )
  }
  if (late.length > 0) process.exitCode = 1
  tellGoals(
    outcomes.flatMap(({ name, light }) => [
      atMost(`beside ${name}, p99`, light.p99, 50),
      atMost(`beside ${name}, longest`, light.longest, 250),
    ]),
  )
}

await main()
