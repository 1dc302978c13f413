import { startProcess } from '../measure/called-process.ts'
import { atMost, tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { tableText, timeText } from '../measure/table.ts'
import { ask, rest } from './ask.ts'
import { HEAVY_CASES, type HeavyCase } from './cases.ts'
import type { ServerCalls, ServerReady } from './server-process.ts'

/** When the caller leaves, in milliseconds after it has asked; an import is read for some seconds. */
const MOMENTS = [20, 60, 150, 400, 1_000]
const MOMENTS_OF_IMPORT = [500, 2_000, 5_000, 10_000]

/** How long before that it is looked whether the work is under way, in milliseconds. */
const BUSY = 20

/** The most milliseconds that work may go on after its caller has left. */
const GOAL = 100

/** What came of leaving a case at each of the moments. */
interface Left {
  readonly name: string
  /** How often the work was under way. */
  readonly cancelled: number
  /** The longest time until the process, its threads included, did not work for 50 ms, in milliseconds. */
  readonly goesOn: number
  /** The longest time until no work in slices waited, in milliseconds: what is left is the engine's and the collector's. */
  readonly slices: number
  /** The most processor time in the second after the cancel, in milliseconds. */
  readonly cpu: number
  /** What the heap and the arrays beside it had before the first moment and after the last, collected, in bytes. */
  readonly held: readonly [before: number, after: number]
}

/** Leaves heavy requests at several moments, and prints how long their work goes on, and what memory it leaves. */
export async function cancelReport(only: string, atOnce: number, asJson: boolean): Promise<void> {
  const server = startProcess<ServerCalls>(new URL('server-process.ts', import.meta.url), 'server')
  try {
    const ready = await server.call('open', null)
    for (const one of HEAVY_CASES.slice(0, 3)) await ask(ready, one.make(0))
    const left: Left[] = []
    for (const one of HEAVY_CASES) {
      const isImport = !one.repeats
      if (one.name.includes(only)) {
        left.push(
          await leave(one, isImport ? MOMENTS_OF_IMPORT : MOMENTS, { ready, server, atOnce }),
        )
        if (!asJson) process.stderr.write(`${one.name} …\n`)
      }
      // What the questions after it are about.
      if (isImport && 'lineage'.includes(only.split(':')[0]!)) await ask(ready, one.make(0))
    }
    print(left, asJson)
  } finally {
    await server.end()
  }
}

async function leave(
  { name, make }: HeavyCase,
  moments: readonly number[],
  {
    ready,
    server,
    atOnce,
  }: {
    readonly ready: ServerReady
    readonly server: ReturnType<typeof startProcess<ServerCalls>>
    readonly atOnce: number
  },
): Promise<Left> {
  const before = await server.call('held', null)
  let [cancelled, slices, goesOn, cpu] = [0, 0, 0, 0]
  for (const moment of moments) {
    await server.call('settled', null)
    const stop = new AbortController()
    const asked = Array.from({ length: atOnce }, (_, n) => ask(ready, make(n), stop.signal))
    const all = Promise.allSettled(asked)
    await rest(moment)
    const idle = server.call('untilIdle', null)
    await rest(BUSY)
    const at = performance.timeOrigin + performance.now()
    stop.abort()
    const after = await idle
    await all
    if (!after.wasBusy) continue
    cancelled += 1
    slices = Math.max(slices, after.slicesAt - at)
    goesOn = Math.max(goesOn, after.at - at)
    cpu = Math.max(cpu, after.cpu)
  }
  return { name, cancelled, slices, goesOn, cpu, held: [before, await server.call('held', null)] }
}

function print(left: readonly Left[], asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify({ machine: machineLine(), left }, null, 2)}\n`)
  } else {
    const rows = left.map(({ name, cancelled, slices, goesOn, cpu, held }) => {
      const [before, after] = held.map((bytes) => `${Math.round(bytes / 2 ** 20)} MB`)
      return [
        name,
        String(cancelled),
        timeText(slices),
        timeText(goesOn),
        timeText(cpu),
        before!,
        after!,
      ]
    })
    const head = [
      'cancelled',
      'times',
      'slices',
      'goes on',
      'processor',
      'held before',
      'held after',
    ]
    process.stdout.write(`${machineLine()}\n\n${tableText(head, rows)}\n`)
  }
  const goals = left.map(({ name, goesOn }) => atMost(`left: ${name}, goes on`, goesOn, GOAL))
  if (goals.some(({ isReached }) => !isReached)) process.exitCode = 1
  tellGoals(goals)
}
