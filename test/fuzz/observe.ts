import { setTimeout } from 'node:timers/promises'
import type { OperationId } from '@tributary/contract'
import { checkAnswer, isSameAnswer, isSettled, type Problem } from './checks.ts'
import { QUESTIONS } from './requests/questions.ts'
import type { Answer, Sent } from './server/send.ts'
import type { Stage, WatchedServer } from './stage.ts'

/** The most processor time that the event loop may take for a turn, in milliseconds. */
export const MOST_BLOCK = 250

/** What came of requests that were sent together. */
export interface Observed {
  readonly answers: readonly { readonly sent: Sent; readonly answer: Answer }[]
  readonly problems: readonly Problem[]
  /** The longest block, in milliseconds of processor time. */
  readonly block: number
}

/** The heartbeat and the log come a little after the answers. */
const AFTER = 60

/**
 * Sends requests together and looks at the answers and the server. With `compares`, questions of `joe` are asked in both
 * worlds as well.
 */
export async function observe(
  stage: Stage,
  requests: readonly Sent[],
  { compares }: { readonly compares: boolean },
): Promise<Observed> {
  const { limited, visible, names } = stage
  const asked = await Promise.all(
    requests.map(async (sent) => {
      const [answer, other] = await Promise.all([
        limited.ask(sent),
        compares && isComparable(sent) ? visible.ask(sent) : null,
      ])
      return { sent, answer, other }
    }),
  )
  await setTimeout(AFTER)
  const readLog = (text: string) => limited.server.readLog(text)
  const problems: Problem[] = asked.flatMap(({ sent, answer }) =>
    checkAnswer(sent, answer, { names, readLog }),
  )
  for (const { sent, answer, other } of asked) {
    if (other === null || !isSettled(answer) || !isSettled(other)) continue
    if (isSameAnswer(answer, other)) continue
    const problem = await compareAgain(stage, sent)
    if (problem !== null) problems.push(problem)
  }
  let longest = 0
  for (const watched of [limited, visible]) {
    for (const { block, requests: during } of watched.takeBlocks()) {
      longest = Math.max(longest, block.cpu)
      if (block.cpu <= MOST_BLOCK || during.length === 0) continue
      problems.push({
        kind: 'block',
        shape: '',
        requests: during,
        found: `The event loop took ${block.cpu} ms of processor time in ${block.to - block.from} ms.`,
      })
    }
    const death = watched.server.death()
    if (death === null) continue
    const suspects = [...new Set([...requests, ...watched.listAborted()])]
    problems.push({ kind: death.kind, shape: '', requests: suspects, found: death.reason })
  }
  return { answers: asked.map(({ sent, answer }) => ({ sent, answer })), problems, block: longest }
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
    const ask = (watched: WatchedServer) => watched.ask(sent)
    pair = [await ask(limited), await ask(visible)]
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
