import { setTimeout } from 'node:timers/promises'
import type { OperationId } from '@tributary/contract'
import { checkAnswer, isSameAnswer, isSettled, type Problem } from './checks.ts'
import { QUESTIONS } from './requests/questions.ts'
import type { Answer, Sent } from './server/send.ts'
import { STUCK } from './server/stuck.ts'
import type { Stage } from './stage.ts'

/** The most processor time that the event loop may take for a turn, in milliseconds. */
export const MOST_BLOCK = 250

/** An answer with what is wrong with it. */
export interface Asked {
  readonly sent: Sent
  readonly answer: Answer
  readonly problems: readonly Problem[]
}

/** What came of requests that were sent together. */
export interface Observed {
  readonly asked: readonly Asked[]
  readonly problems: readonly Problem[]
  /** The longest block, in milliseconds of processor time. */
  readonly block: number
}

/** The heartbeat and the log come a little after the answers. */
const AFTER = 60

/** Sends requests together and looks at the answers and the servers. */
export async function observe(stage: Stage, requests: readonly Sent[]): Promise<Observed> {
  const asked = await Promise.all(requests.map((sent) => ask(stage, sent)))
  await setTimeout(AFTER)
  const { problems, block } = lookAtServers(stage)
  return { asked, problems: [...asked.flatMap((one) => one.problems), ...problems], block }
}

/** Sends a request and looks at the answer. A question of `joe` is asked in both worlds, unless `compares` is false. */
export async function ask(
  stage: Stage,
  sent: Sent,
  { compares = true }: { readonly compares?: boolean } = {},
): Promise<Asked> {
  const { limited, visible, names } = stage
  if (sent.account === 'eve' && sent.operation === 'createMetricView' && sent.body !== null) {
    names.written.push(String(sent.body))
  }
  const [answer, other] = await Promise.all([
    limited.ask(sent),
    compares && isComparable(sent) ? visible.ask(sent) : null,
  ])
  if ((answer.status ?? 0) >= 500) await setTimeout(AFTER)
  const readLog = (text: string) => limited.server.readLog(text)
  const problems = checkAnswer(sent, answer, { names, readLog }).map((problem) =>
    problem.kind === 'silence' ? { ...problem, found: readLog(STUCK).join('\n') } : problem,
  )
  if (other !== null && isSettled(answer) && isSettled(other) && !isSameAnswer(answer, other)) {
    const problem = await compareAgain(stage, sent)
    if (problem !== null) problems.push(problem)
  }
  return { sent, answer, problems }
}

/** What the servers' processes did since the last look: blocks, and their end. */
export function lookAtServers({ limited, visible }: Stage): Pick<Observed, 'problems' | 'block'> {
  const problems: Problem[] = []
  let longest = 0
  for (const watched of [limited, visible]) {
    for (const { block, requests } of watched.takeBlocks()) {
      longest = Math.max(longest, block.cpu)
      if (block.cpu <= MOST_BLOCK || requests.length === 0) continue
      problems.push({
        kind: 'block',
        shape: '',
        requests,
        found: `The event loop took ${block.cpu} ms of processor time in ${block.to - block.from} ms.`,
      })
    }
    const death = watched.server.death()
    if (death === null) continue
    const { kind, reason } = death
    problems.push({ kind, shape: '', requests: watched.listLate(), found: reason })
  }
  return { problems, block: longest }
}

/** Whether the answer depends on rows that `joe` sees, and on nothing else that differs between the worlds. */
export function isComparable({ operation, account, abortAfter, bytes, body }: Sent): boolean {
  return (
    account === 'joe' &&
    operation in (QUESTIONS satisfies Partial<Record<OperationId, unknown>>) &&
    abortAfter === null &&
    bytes === undefined &&
    // What a server did for an answer is shown where nothing limits the rows.
    body?.includes('"explain":true') !== true
  )
}

/** The difference of the two worlds' answers, where it stays when they are asked again. */
async function compareAgain(
  { limited, visible, names }: Stage,
  sent: Sent,
): Promise<Problem | null> {
  let pair: readonly [Answer, Answer] | null = null
  for (let time = 0; time < 2; time++) {
    pair = [await limited.ask(sent), await visible.ask(sent)]
    if (!pair.every(isSettled) || isSameAnswer(...pair)) return null
  }
  const [one, other] = pair!
  return {
    kind: 'leak of rows',
    shape: `${names.limitedBy} ${one.status} ${other.status}`,
    requests: [sent],
    found: [
      `with the row condition: ${one.status} ${cutAround(one.text, other.text)}`,
      `without the excluded rows: ${other.status} ${cutAround(other.text, one.text)}`,
    ].join('\n'),
  }
}

/** A text from a little before the place where it differs from another one. */
function cutAround(text: string, other: string): string {
  let same = 0
  while (same < text.length && text[same] === other[same]) same++
  const from = Math.max(0, same - 200)
  return `${from === 0 ? '' : '…'}${text.slice(from, from + 1_000)}`
}
