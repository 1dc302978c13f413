import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { WhyState } from '../../../address/why-state.ts'
import { useShortcuts } from '../../../parts/shortcuts.tsx'
import { texts } from '../../../text/language.ts'
import { ConditionEditor } from './condition-editor.tsx'
import { formatDimensionName } from './dimension-name.ts'
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
          text={`${formatDimensionName(step.dimension, subject)}: ${step.value ?? why.noValue}`}
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
      <NewCondition metric={state.metric} add={(text) => change({ where: [...where, text] })} />
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

function NewCondition({ metric, add }: { metric: string; add(text: string): void }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  useShortcuts({ '/': () => setOpen(true) })
  if (isOpen) return <ConditionEditor metric={metric} add={add} close={() => setOpen(false)} />
  return (
    <button type="button" class="plain" onClick={() => setOpen(true)}>
      {texts.value.why.addCondition}
    </button>
  )
}
