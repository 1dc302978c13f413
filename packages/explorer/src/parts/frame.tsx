import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Failure } from '../answers/failure.ts'
import { caller, signOut } from '../answers/session.ts'
import type { AnswerState } from '../answers/use-answer.ts'
import { texts } from '../text/language.ts'
import { countText } from '../text/numbers.ts'

/** Shows an answer, the wait for it, or why there is none. While a newer question is under way the old answer is greyed. */
export function Frame<Answer>({
  answerState,
  height,
  children,
}: {
  readonly answerState: AnswerState<Answer>
  /** The height that is kept free before the first answer, in pixels. */
  readonly height: number
  readonly children: (answer: Answer) => ComponentChildren
}): JSX.Element {
  const { answer, isOld, isPending, failure } = answerState
  return (
    <div
      class={isOld || (isPending && answer !== null) ? 'frame old' : 'frame'}
      aria-busy={isPending}
    >
      {isPending && <Waiting stop={answerState.stop} />}
      {failure !== null && <FailureNote failure={failure} retry={answerState.retry} />}
      {answer !== null && (failure === null || isOld) && children(answer)}
      {answer === null && failure === null && (
        <div class="skeleton" style={{ height: `${height}px` }} />
      )}
    </div>
  )
}

/** From this many milliseconds on, a wait is said and can be ended. */
const SAID = 400

function Waiting({ stop }: { stop(): void }): JSX.Element | null {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SAID)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <p class="waiting" role="status">
      {texts.value.states.loading}…{' '}
      <button type="button" class="plain" onClick={stop}>
        {texts.value.states.stop}
      </button>
    </p>
  )
}

/** Says why a question has no answer, and what can be done. */
export function FailureNote({ failure, retry }: { failure: Failure; retry(): void }): JSX.Element {
  const { states } = texts.value
  const again = (
    <button type="button" onClick={retry}>
      {states.retry}
    </button>
  )
  switch (failure.kind) {
    case 'stopped':
      return (
        <p class="note">
          {states.stopped} {again}
        </p>
      )
    case 'unreachable':
      return (
        <p class="note" role="alert">
          {states.unreachable} {again}
        </p>
      )
    case 'busy':
      return <Countdown seconds={failure.seconds} retry={retry} />
    case 'unauthenticated':
      return <SignedOut />
    case 'refused':
      return (
        <p class="note" role="alert">
          {failure.message}
        </p>
      )
    case 'fault':
      return (
        <p class="note" role="alert">
          {failure.message}{' '}
          {failure.traceId !== null && <code>{states.trace(failure.traceId)}</code>} {again}
        </p>
      )
  }
}

function SignedOut(): null {
  useEffect(() => {
    if (caller.value !== null) signOut()
  }, [])
  return null
}

function Countdown({ seconds, retry }: { seconds: number; retry(): void }): JSX.Element {
  const [remainingSeconds, setLeft] = useState(Math.max(1, Math.ceil(seconds)))
  useEffect(() => {
    if (remainingSeconds <= 0) {
      retry()
      return
    }
    const timer = setTimeout(() => setLeft(remainingSeconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [remainingSeconds, retry])
  return (
    <p class="note" role="status">
      {texts.value.states.busy(countText(remainingSeconds))}
    </p>
  )
}
