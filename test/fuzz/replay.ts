import { printKey } from './checks.ts'
import { readFinding } from './findings.ts'
import { observe } from './observe.ts'
import type { Options } from './options.ts'
import { openStage } from './stage.ts'

/** Sends the requests of a finding again, and tells what is wrong now. Gives the number of problems. */
export async function replay(
  folder: string,
  { memory }: Pick<Options, 'memory'>,
  tell: (line: string) => void,
): Promise<number> {
  const { finding, names, worlds } = await readFinding(folder)
  const stage = await openStage(worlds, names, { mostBytes: memory * 2 ** 20 })
  try {
    const { asked, problems, block } = await observe(stage, finding.requests)
    for (const { sent, answer } of asked) {
      tell(`${sent.account}: ${sent.method} ${sent.path} ${sent.body ?? ''}`)
      tell(`${answer.status ?? 'no answer'} ${answer.text.slice(0, 2_000)}`)
    }
    for (const problem of problems) tell(`${printKey(problem)}\n${problem.found}`)
    tell(`${problems.length} problems; longest block ${block} ms`)
    return problems.length
  } finally {
    await stage.close()
  }
}
