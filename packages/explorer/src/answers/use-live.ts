import { useEffect, useRef } from 'preact/hooks'
import { type AnswerState, type Question, useAnswer } from './use-answer.ts'

/** The wait before the first repetition and the longest one, in milliseconds. */
const FIRST = 1_000
const LONGEST = 10_000

/**
 * Asks a question whose answer changes with time. While `isGoing` says of the answer that something is under way, the
 * question is asked again, after one second at first, then less and less often, and never in a hidden tab. A repetition
 * does not grey the answer.
 */
export function useLive<Answer>(
  question: Question<Answer> | null,
  isGoing: (answer: Answer) => boolean,
): AnswerState<Answer> {
  const answerState = useAnswer(question && { ...question, isLive: true })
  const { answer, isPending, isOld } = answerState
  const wait = useRef(FIRST)
  const key = question?.key ?? null
  useEffect(() => {
    wait.current = FIRST
  }, [key])
  useEffect(() => {
    if (answer === null || isPending || isOld || !isGoing(answer)) return
    const again = () => {
      if (document.hidden) return
      wait.current = Math.min(LONGEST, wait.current * 2)
      answerState.retry()
    }
    const timer = setTimeout(again, wait.current)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [answer, isPending, isOld])
  return { ...answerState, isPending: isPending && (answer === null || isOld) }
}
