import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { WhyState } from '../../address/why-state.ts'
import { texts } from '../../text/language.ts'
import { displayNameOf } from './ranking.tsx'
import type { Subject } from './subject.ts'

interface ConditionsProps {
  readonly state: WhyState
  readonly subject: Subject
  readonly change: (part: Partial<WhyState>) => void
}

/** The conditions and the drill path as chips that can be taken off. */
export function Conditions({ state, subject, change }: ConditionsProps): JSX.Element {
  const { why } = texts.value
  const { at, where } = state
  return (
    <p class="conditions">
      {why.onlyWhere}{' '}
      {at.map((step, index) => (
        <Chip
          key={`${index}`}
          text={`${displayNameOf(step.dimension, subject)}: ${step.value ?? why.noValue}`}
          remove={() => change({ at: at.toSpliced(index, 1) })}
        />
      ))}
      {where.map((text, index) => (
        <Chip
          key={`${index}`}
          text={text}
          remove={() => change({ where: where.toSpliced(index, 1) })}
        />
      ))}
      <NewCondition add={(text) => change({ where: [...where, text] })} />
    </p>
  )
}

function Chip({ text, remove }: { text: string; remove(): void }): JSX.Element {
  return (
    <span class="chip">
      {text}
      <button type="button" aria-label={texts.value.why.remove(text)} onClick={remove}>
        ×
      </button>
    </span>
  )
}

function NewCondition({ add }: { add(text: string): void }): JSX.Element {
  const { why } = texts.value
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  if (!isOpen) {
    return (
      <button type="button" class="plain" onClick={() => setOpen(true)}>
        {why.addCondition}
      </button>
    )
  }
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault()
        const text = field.current!.value.trim()
        setOpen(false)
        if (text !== '') add(text)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false)
      }}
    >
      <input
        ref={field}
        autofocus
        aria-label={why.condition}
        placeholder="[delay] > 15"
        spellcheck={false}
      />
      <button type="submit">{why.apply}</button>
    </form>
  )
}
