import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Chance, createChance } from './chance.ts'
import { type Problem, printKey } from './checks.ts'
import { FATAL, type Finding, writeFinding } from './findings.ts'
import { observe } from './observe.ts'
import type { Options } from './options.ts'
import { drawQuestion, drawRequest } from './requests/draw-request.ts'
import { listWords } from './requests/words.ts'
import type { Sent } from './server/send.ts'
import { shrinkRequest } from './shrink.ts'
import { openStage, type Stage } from './stage.ts'
import { createSummary } from './summary.ts'
import { ACCOUNTS, drawWorkspace } from './workspace/random-workspace.ts'
import { writeWorlds } from './workspace/write-workspace.ts'

const MINUTE = 60_000
/** The part of the time of a workspace in which nothing is changed and the worlds are compared. */
const COMPARED = 0.7
/** How often something is told of the search, in milliseconds. */
const TOLD = 30_000

/** Searches until the time is over. Gives the number of findings. */
export async function search(options: Options, tell: (line: string) => void): Promise<number> {
  const { seed, out } = options
  const chance = createChance(seed)
  const summary = createSummary()
  const findings = new Map<string, string>()
  const end = Date.now() + options.minutes * MINUTE
  let told = Date.now()
  const keep = async (problem: Problem, turnSeed: number, stage: Stage): Promise<void> => {
    const key = printKey(problem)
    if (findings.has(key)) return
    findings.set(key, '')
    const finding = await confirm(problem, turnSeed, stage, options)
    const folder = await writeFinding(out, findings.size, finding, stage)
    findings.set(key, `${key}${finding.isRepeated ? '' : ' (not seen again alone)'}  ${folder}`)
    tell(`found ${findings.get(key)}`)
  }
  while (Date.now() < end) {
    const turnSeed = chance.seed()
    const draws = createChance(turnSeed)
    const workspace = drawWorkspace(draws)
    const folder = await mkdtemp(join(tmpdir(), 'tributary-fuzz-'))
    const worlds = await writeWorlds(folder, workspace)
    summary.noteWorkspace()
    const open = () => openStage(worlds, workspace.names, { mostBytes: options.memory * 2 ** 20 })
    let stage = await open()
    const [from, length] = [Date.now(), Math.min(options.turn * MINUTE, end - Date.now())]
    try {
      while (Date.now() < from + length) {
        const compares = Date.now() < from + COMPARED * length
        const requests = drawTogether(draws, stage, compares)
        const { answers, problems, block } = await observe(stage, requests, { compares })
        for (const { sent, answer } of answers) summary.count(sent, answer)
        summary.noteBlock(block)
        for (const { server } of [stage.limited, stage.visible])
          summary.noteBytes(server.mostBytes())
        for (const problem of problems) await keep(problem, turnSeed, stage)
        if (problems.some(({ kind }) => FATAL.has(kind))) {
          await stage.close()
          stage = await open()
        }
        if (Date.now() > told + TOLD) {
          tell(`${summary.requests} requests, ${findings.size} findings`)
          told = Date.now()
        }
      }
    } finally {
      await stage.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
  tell(summary.print(seed, [...findings.values()]))
  return findings.size
}

/** One to eight requests of any callers. */
function drawTogether(chance: Chance, { names }: Stage, compares: boolean): readonly Sent[] {
  return Array.from({ length: chance.integer(1, 8) }, () => {
    const words = listWords(chance, chance.pick(ACCOUNTS), names)
    return compares && words.account === 'joe'
      ? drawQuestion(chance, words)
      : drawRequest(chance, words, !compares)
  })
}

/** Requests of a fatal problem that are tried alone, and smaller requests that are tried. */
const TRIES = { fatal: 8, other: 40 } as const

/** Finds the request that does it alone, on servers of its own, and makes it smaller. */
async function confirm(
  problem: Problem,
  seed: number,
  { worlds, names }: Stage,
  { memory }: Options,
): Promise<Finding> {
  const open = () => openStage(worlds, names, { mostBytes: memory * 2 ** 20 })
  const isFatal = FATAL.has(problem.kind)
  let stage = await open()
  let last: Problem | null = null
  const isStill = async (sent: Sent): Promise<boolean> => {
    const { problems } = await observe(stage, [sent], { compares: true })
    const found = problems.find(({ kind }) => kind === problem.kind)
    if (problems.some(({ kind }) => FATAL.has(kind))) {
      await stage.close()
      stage = await open()
    }
    if (found !== undefined) last = found
    return found !== undefined
  }
  try {
    for (const suspect of problem.requests) {
      // What is given up can do harm when another request is under way.
      const sent = isFatal ? { ...suspect, abortAfter: null } : suspect
      if (!(await isStill(sent))) continue
      const smaller = await shrinkRequest(sent, isStill, isFatal ? TRIES.fatal : TRIES.other)
      const { found } = last ?? problem
      return { ...problem, requests: [smaller], found, seed, isRepeated: true }
    }
    return { ...problem, seed, isRepeated: false }
  } finally {
    await stage.close()
  }
}
