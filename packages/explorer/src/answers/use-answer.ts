import { LruMap } from '@tributary/core'
import { useEffect, useState } from 'preact/hooks'
import { classifyFailure, type Failure } from './failure.ts'

/** The state of a question. */
export interface AnswerState<Answer> {
  /** The newest answer; while another question is under way that of the question before, null before the first. */
  readonly answer: Answer | null
  /** Whether {@link answer} belongs to an earlier question. */
  readonly isOld: boolean
  /** Whether the question is under way. */
  readonly isPending: boolean
  readonly failure: Failure | null
  /** How long the answer took, in milliseconds; null before there is one. */
  readonly took: number | null
  /** Ends the question under way; the service stops working on it. */
  stop(): void
  /** Asks again. */
  retry(): void
}

/** A question: a key that is equal for equal questions, and what asks it. */
export interface Question<Answer> {
  readonly key: string
  /** Whether the answer changes with time, so that an earlier one is not shown again. @defaultValue false */
  readonly isLive?: boolean
  ask(signal: AbortSignal): Promise<Answer>
}

/** An answer with the key of its question. */
interface CachedAnswer {
  readonly key: string
  readonly answer: unknown
  readonly took: number
}

/** Answers that going back shows at once, the newest last. */
const answerCache = new LruMap<string, CachedAnswer>(30)

/** Forgets every answer, as after signing out. */
export function forgetAnswers(): void {
  answerCache.clear()
}

interface State {
  readonly displayed: CachedAnswer | null
  readonly failure: Failure | null
  readonly stop: (() => void) | null
}

const NOTHING: State = { displayed: null, failure: null, stop: null }

/**
 * Asks a question whenever its key changes, and aborts the one before. Null asks nothing. An answer that was given
 * before is shown again without asking.
 */
export function useAnswer<Answer>(question: Question<Answer> | null): AnswerState<Answer> {
  const [state, setState] = useState<State>(NOTHING)
  const [attempt, setAttempt] = useState(0)
  const key = question?.key ?? null

  useEffect(() => {
    if (question === null || key === null) return
    const cachedAnswer = question.isLive ? undefined : answerCache.get(key)
    if (cachedAnswer !== undefined) {
      setState({ displayed: cachedAnswer, failure: null, stop: null })
      return
    }
    const controller = new AbortController()
    const began = performance.now()
    const stop = () => controller.abort()
    setState(({ displayed: displayedAnswer }) => ({
      displayed: displayedAnswer,
      failure: null,
      stop,
    }))
    question.ask(controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return
        const entry = { key, answer, took: performance.now() - began }
        if (!question.isLive) answerCache.set(key, entry)
        setState({ displayed: entry, failure: null, stop: null })
      },
      (error: unknown) => {
        if (controller.signal.aborted && controller.signal.reason === SUPERSEDED) return
        setState(({ displayed: displayedAnswer }) => ({
          displayed: displayedAnswer,
          failure: classifyFailure(error),
          stop: null,
        }))
      },
    )
    return () => controller.abort(SUPERSEDED)
  }, [key, attempt])

  const { displayed: currentAnswer, failure, stop } = state
  return {
    answer: (currentAnswer?.answer ?? null) as Answer | null,
    isOld: currentAnswer !== null && currentAnswer.key !== key,
    isPending: stop !== null && key !== null,
    failure,
    took: currentAnswer?.took ?? null,
    stop: () => stop?.(),
    retry: () => setAttempt(attempt + 1),
  }
}

/** The reason for ending a question that nobody looks at any more. */
const SUPERSEDED = 'superseded'
