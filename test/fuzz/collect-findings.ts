import { type Problem, type ProblemKind, printKey } from './checks.ts'
import { FATAL, type Finding, writeFinding } from './findings.ts'
import { observe } from './observe.ts'
import type { Options } from './options.ts'
import type { Sent } from './server/send.ts'
import { shrinkRequest } from './shrink.ts'
import { openStage, type Stage } from './stage.ts'

const MEBIBYTE = 2 ** 20
/** Problems of a kind that are asked again although no request is known for it. */
const MOST_UNCLEAR = 20

/** The findings of a run: of those that are alike the first one. */
export interface Findings {
  /** Asks the requests of a problem again and writes a finding, unless there is one like it. */
  keep(problem: Problem, seed: number, stage: Stage): Promise<void>
  /** A line for each finding. */
  list(): readonly string[]
}

/** No findings yet; `tell` hears of each. */
export function collectFindings(options: Options, tell: (line: string) => void): Findings {
  const lines = new Map<string, string>()
  const unclear = new Map<ProblemKind, number>()
  let confirming: Promise<unknown> = Promise.resolve()
  const write = async (problem: Problem, seed: number, stage: Stage): Promise<void> => {
    const finding = await confirm(problem, { seed, stage, options })
    const key = `${printKey(finding)}${finding.isRepeated ? '' : ' (not seen again alone)'}`
    if (problem.requests.length > 1 && lines.has(key)) return
    if (!finding.isRepeated) lines.delete(printKey(problem))
    lines.set(key, key)
    const folder = await writeFinding(options.out, lines.size, finding, stage)
    lines.set(key, `${key}  ${folder}`)
    tell(`found ${lines.get(key)}`)
  }
  return {
    keep: async (problem, seed, stage) => {
      const key = printKey(problem)
      if (problem.requests.length > 1) {
        // Which request does it is only known when they are asked again.
        const count = (unclear.get(problem.kind) ?? 0) + 1
        unclear.set(problem.kind, count)
        if (count > MOST_UNCLEAR) return
      } else {
        if (lines.has(key) || lines.has(`${key} (not seen again alone)`)) return
        lines.set(key, key)
      }
      // Each on servers of its own, so one after the other.
      const written = confirming.then(() => write(problem, seed, stage))
      confirming = written.catch(() => {})
      await written
    },
    list: () => [...lines.values()],
  }
}

/** Requests of a fatal problem that are tried alone, and smaller requests that are tried. */
const TRIES = { fatal: 8, other: 40 } as const

/** Finds the request that does it alone, on servers of its own, and makes it smaller. */
async function confirm(
  problem: Problem,
  {
    seed,
    stage: { worlds, names },
    options,
  }: { readonly seed: number; readonly stage: Stage; readonly options: Options },
): Promise<Finding> {
  const open = () => openStage(worlds, names, { mostBytes: options.memory * MEBIBYTE })
  const isFatal = FATAL.has(problem.kind)
  let stage = await open()
  let last: Problem | null = null
  const isStill = async (sent: Sent): Promise<boolean> => {
    const { problems } = await observe(stage, [sent])
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
