import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { classifyFailure, type Failure } from '../answers/failure.ts'
import { texts } from '../text/language.ts'
import { FailureNote } from './frame.tsx'

interface ActionButtonProps {
  readonly children: ComponentChildren
  /** Called when it is pressed. */
  act(): Promise<unknown>
  /** Is called when it has been done. */
  done(): void
  /** A text that must be typed first, for what cannot be undone. */
  readonly typed?: string
}

/** A button that changes something on the server, and says when that failed. */
export function ActionButton({ children, act, done, typed }: ActionButtonProps): JSX.Element {
  const [isRunning, setRunning] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async () => {
    setRunning(true)
    setFailure(null)
    try {
      await act()
      setAsking(false)
      done()
    } catch (error) {
      setFailure(classifyFailure(error))
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      {isAsking ? (
        <ConfirmationForm text={typed!} run={run} leave={() => setAsking(false)}>
          {children}
        </ConfirmationForm>
      ) : (
        <button
          type="button"
          disabled={isRunning}
          onClick={() => (typed === undefined ? run() : setAsking(true))}
        >
          {children}
        </button>
      )}
      {failure !== null && <FailureNote failure={failure} retry={run} />}
    </>
  )
}

interface TypedProps {
  readonly text: string
  readonly children: ComponentChildren
  run(): void
  leave(): void
}

/** Asks for a text to be typed before something is done that cannot be undone. */
function ConfirmationForm({ text, children, run, leave }: TypedProps): JSX.Element {
  const { states } = texts.value
  const [value, setValue] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The attribute autofocus works once a page. Who types at once must not lose the first letters.
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault()
        if (value === text) run()
      }}
    >
      <label>
        {states.typeName(text)}{' '}
        <input
          ref={field}
          spellcheck={false}
          autocomplete="off"
          value={value}
          onInput={(event) => setValue(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="main" disabled={value !== text}>
        {children}
      </button>
      <button type="button" class="plain" onClick={leave}>
        {states.stop}
      </button>
    </form>
  )
}
