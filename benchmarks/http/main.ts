import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { atMost, type Goal, tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import { drive, type LoadResult } from './drive.ts'
import { bytesOf, CASES, type Question } from './questions.ts'
import type { TargetKind, TargetReady, TargetUsage } from './target.ts'

/** What one operation costs on one server. */
interface Cost {
  readonly operation: string
  readonly target: TargetKind
  /** The median of the rounds. */
  readonly perSecond: number
  /** The best of the rounds: what else the machine does only takes away. */
  readonly best: number
  readonly p50: number
  readonly p99: number
  /** Milliseconds on the processor for one answer, the least of the rounds. */
  readonly cpu: number
  readonly failures: number
}

interface Target extends TargetReady {
  readonly kind: TargetKind
  readonly child: ChildProcess
}

type Round = LoadResult & { readonly cpu: number }

const KINDS: readonly TargetKind[] = ['bare', 'adapter', 'service']

/**
 * `pnpm bench http [--json] [--seconds 0.5] [--rounds 15] [--connections 64] [--credentials 1] [--only dimensionDetail]`: a bare
 * Fastify route, our adapter over a platform that answers at once, and the whole service on its store, in turn.
 * The least time on the processor is comparable even where something else is busy; the rest needs a quiet
 * machine. Requests with one credential that come together share its look-up; with as many credentials as
 * connections hardly any do.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '0.5' },
      rounds: { type: 'string', default: '15' },
      connections: { type: 'string', default: '64' },
      credentials: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  })
  const targets = await Promise.all(KINDS.map((kind) => start(kind, values.credentials)))
  try {
    const costs: Cost[] = []
    for (const question of CASES.filter(({ name }) => name.includes(values.only))) {
      const rounds = new Map(KINDS.map((kind): [TargetKind, Round[]] => [kind, []]))
      for (let round = -3; round < Number(values.rounds); round++) {
        for (const target of targets) {
          const duration = Number(values.seconds) * 1_000
          const result = await load(target, question, Number(values.connections), duration)
          if (round >= 0) rounds.get(target.kind)!.push(result)
        }
      }
      for (const [kind, results] of rounds) costs.push(costOf(question.name, kind, results))
    }
    print(costs, values.json)
    tellGoals(goalsOf(costs))
  } finally {
    for (const { child } of targets) child.disconnect()
  }
}

async function start(kind: TargetKind, credentials: string): Promise<Target> {
  const child = fork(fileURLToPath(new URL('target.ts', import.meta.url)), [kind, credentials])
  const [ready] = (await once(child, 'message')) as [TargetReady]
  return { kind, child, ...ready }
}

async function load(
  { port, secrets, child }: Target,
  question: Question,
  connections: number,
  duration: number,
): Promise<Round> {
  const before = await usageOf(child)
  const request = bytesOf(question, secrets)
  const result = await drive({ port, connections, duration, request })
  return { ...result, cpu: ((await usageOf(child)) - before) / result.answers }
}

async function usageOf(child: ChildProcess): Promise<number> {
  child.send('usage')
  const [{ cpu }] = (await once(child, 'message')) as [TargetUsage]
  return cpu
}

function costOf(operation: string, target: TargetKind, rounds: readonly Round[]): Cost {
  const median = (of: (round: Round) => number) =>
    rounds.map(of).toSorted((a, b) => a - b)[rounds.length >> 1]!
  return {
    operation,
    target,
    perSecond: median((one) => one.perSecond),
    best: Math.max(...rounds.map((one) => one.perSecond)),
    p50: median((one) => one.p50),
    p99: median((one) => one.p99),
    cpu: Math.min(...rounds.map((one) => one.cpu)),
    failures: rounds.reduce((sum, one) => sum + one.failures, 0),
  }
}

/** The processor time of an answer through our adapter, of that of a bare route. */
function goalsOf(costs: readonly Cost[]): readonly Goal[] {
  return costs
    .filter(({ target }) => target === 'adapter')
    .map(({ operation, cpu }) => {
      const bare = costs.find((one) => one.operation === operation && one.target === 'bare')!
      return atMost(`adapter, of a bare route, ${operation}`, cpu / bare.cpu, 1.25, ratioText)
    })
}

function print(costs: readonly Cost[], asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify({ machine: machineLine(), costs }, null, 2)}\n`)
    return
  }
  const rows = costs.map(({ operation, target, perSecond, best, p50, p99, cpu, failures }) => {
    const bare = costs.find((one) => one.operation === operation && one.target === 'bare')!
    return [
      `${operation}, ${target}`,
      String(Math.round(perSecond)),
      String(Math.round(best)),
      timeText(p50),
      timeText(p99),
      timeText(cpu),
      ratioText(cpu / bare.cpu),
      String(failures),
    ]
  })
  const head = ['', 'answers/s', 'best', 'p50', 'p99', 'processor', 'to bare', 'failed']
  process.stdout.write(`${machineLine()}\n\n${tableText(head, rows)}\n`)
}

await main()
