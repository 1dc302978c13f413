import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Chance, createChance } from './chance.ts'
import type { Problem } from './checks.ts'
import { collectFindings } from './collect-findings.ts'
import { FATAL } from './findings.ts'
import { ask, lookAtServers } from './observe.ts'
import type { Options } from './options.ts'
import { drawQuestion, drawRequest } from './requests/draw-request.ts'
import { listWords } from './requests/words.ts'
import type { Sent } from './server/send.ts'
import { openStage, type Stage } from './stage.ts'
import { createSummary } from './summary.ts'
import { ACCOUNTS, drawWorkspace } from './workspace/random-workspace.ts'
import { writeWorlds } from './workspace/write-workspace.ts'

const MINUTE = 60_000
const MEBIBYTE = 2 ** 20
/** Requests at a time, at most. */
const LANES = 8
/** How often the servers are looked at, in milliseconds. */
const REST = 100
/** The part of the time of a workspace in which nothing is changed and the worlds are compared. */
const COMPARED = 0.7
/** How often something is told of the search, in milliseconds. */
const TOLD = 30_000

/** Searches until the time is over. Gives the number of findings. */
export async function search(options: Options, tell: (line: string) => void): Promise<number> {
  const { seed } = options
  const chance = createChance(seed)
  const summary = createSummary()
  const findings = collectFindings(options, tell)
  const end = Date.now() + options.minutes * MINUTE
  let told = Date.now()
  while (Date.now() < end) {
    const turnSeed = chance.seed()
    const draws = createChance(turnSeed)
    const workspace = drawWorkspace(draws)
    const folder = await mkdtemp(join(tmpdir(), 'tributary-fuzz-'))
    const worlds = await writeWorlds(folder, workspace)
    summary.noteWorkspace()
    const open = () => openStage(worlds, workspace.names, { mostBytes: options.memory * MEBIBYTE })
    let stage = await open()
    const [from, length] = [Date.now(), Math.min(options.turn * MINUTE, end - Date.now())]
    const isOver = (part = 1) => Date.now() >= from + part * length
    let lanes = LANES
    const keepAll = async (problems: readonly Problem[]): Promise<void> => {
      for (const problem of problems) await findings.keep(problem, turnSeed, stage)
    }
    const runLane = async (lane: number): Promise<void> => {
      const own = createChance(turnSeed + lane)
      while (!isOver()) {
        const { death } = stage.limited.server
        if (lane >= lanes || death() !== null) {
          await setTimeout(REST)
          continue
        }
        const compares = !isOver(COMPARED)
        const { sent, answer, problems } = await ask(stage, drawNext(own, stage, compares), {
          compares,
        })
        summary.count(sent, answer)
        if (answer.status === null) await setTimeout(REST)
        await keepAll(problems)
      }
    }
    const watch = async (): Promise<void> => {
      while (!isOver()) {
        await setTimeout(REST)
        if (draws.happens(0.05)) lanes = draws.integer(1, LANES)
        const { problems, block } = lookAtServers(stage)
        summary.noteBlock(block)
        for (const { server } of [stage.limited, stage.visible]) {
          summary.noteBytes(server.mostBytes())
        }
        await keepAll(problems)
        if (problems.some(({ kind }) => FATAL.has(kind))) {
          await stage.close()
          stage = await open()
        }
        if (Date.now() > told + TOLD) {
          tell(`${summary.requests} requests, ${findings.list().length} findings`)
          told = Date.now()
        }
      }
    }
    try {
      const running = Array.from({ length: LANES }, (_, lane) => runLane(lane))
      await Promise.all([watch(), ...running])
    } finally {
      await stage.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
  tell(summary.print(seed, findings.list()))
  return findings.list().length
}

/** A request of any caller; as long as the worlds are compared, one that changes nothing. */
function drawNext(chance: Chance, { names }: Stage, compares: boolean): Sent {
  const words = listWords(chance, chance.pick(ACCOUNTS), names)
  return compares && words.account === 'joe'
    ? drawQuestion(chance, words)
    : drawRequest(chance, words, !compares)
}
