import { type Page, pageAddress, readPage } from '../address/page.ts'
import type { WhyState } from '../address/why-state.ts'

/** A question that a person has asked. */
export interface RecentQuestion {
  /** The display name of its metric. */
  readonly name: string
  readonly state: WhyState
}

/** The most questions that are kept. */
export const MOST_RECENT = 8

/** A longer address is not kept. */
const LONGEST = 2_000

/** Questions with a new one before them, which takes the place of the one about the same metric. */
export function withRecent(
  questions: readonly RecentQuestion[],
  question: RecentQuestion,
): readonly RecentQuestion[] {
  if (pageAddress(toQuestionPage(question)).length > LONGEST) return questions
  const isSame = ({ state }: RecentQuestion) =>
    state.metric === question.state.metric &&
    (state.peers === null) === (question.state.peers === null)
  return [question, ...questions.filter((earlierQuestion) => !isSame(earlierQuestion))].slice(
    0,
    MOST_RECENT,
  )
}

/** Questions as a browser keeps them: names and addresses. */
export function recentText(questions: readonly RecentQuestion[]): string {
  return JSON.stringify(
    questions.map((question) => [question.name, pageAddress(toQuestionPage(question))]),
  )
}

/** Reads what a browser has kept; what is no question is left out. */
export function readRecent(text: string | null): readonly RecentQuestion[] {
  const entries = parseJsonOrNull(text)
  if (!Array.isArray(entries)) return []
  return entries.slice(0, MOST_RECENT).flatMap((entry: unknown) => {
    const [name, address] = Array.isArray(entry) ? (entry as readonly unknown[]) : []
    if (typeof name !== 'string' || typeof address !== 'string') return []
    const [path = '', ...query] = address.split('?')
    const page = readPage(path, query.join('?'))
    return page.page === 'why' ? [{ name, state: page.state }] : []
  })
}

function toQuestionPage({ state }: RecentQuestion): Page {
  return { page: 'why', state }
}

function parseJsonOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
