import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { AttributionData } from '@tributary/contract'
import {
  type Caller,
  createPlatform,
  type Platform,
  type PlatformOptions,
} from '@tributary/platform'
import { interleave, type Timing } from '../measure/interleave.ts'
import { QUESTIONS, type Question } from './questions.ts'

/** How long the same question takes; times in milliseconds. */
export interface AnswerFigures {
  readonly question: string
  /** From the plan's table, as a server has it: in memory when it is asked again. */
  readonly table: Timing
  /** From the file, by DuckDB. */
  readonly file: Timing
  /** From the file's columns in memory. */
  readonly memory: Timing
}

const FLIGHTS = fileURLToPath(new URL('../../examples/flights', import.meta.url))
const PLAN = 'flights_by_day'
const MEMORY = 2 ** 30

/** Fills the plan's table, and asks every question of it and of the base; first that all give the same answer. */
export async function measureAnswers(): Promise<readonly AnswerFigures[]> {
  const open = (memoryBytes: number, more: Partial<PlatformOptions> = {}) =>
    createPlatform({ workspace: FLIGHTS, memoryBytes, trustIdentityHeaders: true, ...more })
  const platforms = {
    table: await open(MEMORY, { workers: 2 }),
    file: await open(0),
    memory: await open(MEMORY),
  }
  try {
    await fill(platforms.table)
    const figures: AnswerFigures[] = []
    for (const question of QUESTIONS) figures.push(await measureQuestion(question, platforms))
    return figures
  } finally {
    for (const platform of Object.values(platforms)) await platform.close()
  }
}

async function ownerOf(platform: Platform): Promise<Caller> {
  return platform.authenticate({ tenantId: 'demo', authType: 'ACCOUNT', authValue: 'demo' })
}

/** Backfills all that there is, a week an instance. */
async function fill(platform: Platform): Promise<void> {
  const caller = await ownerOf(platform)
  const dagName = await platform.as(caller).createBackfill({
    planName: PLAN,
    startTime: '2001-01-01',
    endTime: '2001-07-01',
    dateIntervalOfLot: 7,
  })
  for (;;) {
    const { progress } = await platform.as(caller).taskInstances({ dagName, progress: true })
    const { waiting = 0, running = 0, failed = 0 } = progress ?? {}
    if (failed > 0) throw new Error(`${failed} instances of the backfill failed`)
    if (progress !== undefined && waiting + running === 0) return
    await setTimeout(50)
  }
}

interface Platforms {
  readonly table: Platform
  readonly file: Platform
  readonly memory: Platform
}

async function measureQuestion(
  { name, request }: Question,
  platforms: Platforms,
): Promise<AnswerFigures> {
  const ask = async (platform: Platform) =>
    platform.as(await ownerOf(platform)).compareTimes(request)
  for (const place of ['table', 'memory'] as const) await inMemory(() => ask(platforms[place]))
  const [table, file, memory] = await Promise.all(Object.values(platforms).map(ask))
  assertSame(name, { table: table!, file: file!, memory: memory! })
  const timings = await interleave(
    Object.entries(platforms).map(([place, platform]) => ({
      name: place,
      run: () => ask(platform),
    })),
    { rounds: 9, warmUp: 2 },
  )
  const timing = (place: string) => timings.find((one) => one.name === place)!
  return { question: name, table: timing('table'), file: timing('file'), memory: timing('memory') }
}

/** Asks until the answer comes from memory: what is asked for again is brought there meanwhile. */
async function inMemory(ask: () => Promise<AttributionData>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { explanation } = await ask()
    if (explanation?.executed.every((text) => text.startsWith('in memory: '))) return
    await setTimeout(100)
  }
  throw new Error('Nothing came into memory within a minute')
}

/** The answers to the last digit, and each from where it is meant to be. */
function assertSame(question: string, answers: Record<keyof Platforms, AttributionData>): void {
  const { table, file, memory } = answers
  const places = Object.entries(answers).map(([place, { explanation }]) => {
    const isTable = explanation?.executed[0]?.includes('\n-- from ') ?? false
    return isTable === (place === 'table')
  })
  if (places.includes(false)) throw new Error(`"${question}" was not answered from where it should`)
  const text = ({ tables, warning }: AttributionData) => JSON.stringify({ tables, warning })
  if (text(table) !== text(file) || text(file) !== text(memory)) {
    throw new Error(`The answers to "${question}" differ`)
  }
}
