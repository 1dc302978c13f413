import { rangeText } from '@tributary/expression'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { WhyState } from '../../address/why-state.ts'
import type { Windows } from '../../analysis/why-question.ts'
import { MetricChooser } from '../../parts/metric-chooser.tsx'
import { Popover } from '../../parts/popover.tsx'
import { texts } from '../../text/language.ts'
import { displayNameOf } from './ranking.tsx'
import type { Subject } from './subject.ts'

interface QuestionBarProps {
  readonly state: WhyState
  readonly subject: Subject
  readonly windows: Windows | null
  readonly change: (part: Partial<WhyState>) => void
}

/** The question as a sentence, whose parts are its controls. */
export function QuestionBar({ state, subject, windows, change }: QuestionBarProps): JSX.Element {
  const { why } = texts.value
  const [before, between, against, end] = why.question
  return (
    <section class="question">
      <h1 class="visually-hidden">{[before, subject.displayName, between].join(' ')}</h1>
      <div class="sentence">
        {before}{' '}
        <Popover label={subject.displayName} name={why.chooseMetric}>
          {(close) => (
            <MetricChooser
              choose={(metric) => {
                close()
                change({ metric, by: null, at: [], sort: null })
              }}
            />
          )}
        </Popover>{' '}
        {between}{' '}
        <WindowChoice
          hint={why.windowHint}
          words={PRESETS}
          chosen={state.now}
          shown={windows && rangeText(windows.current)}
          choose={(now) => change({ now })}
        />{' '}
        {against}{' '}
        <WindowChoice
          hint={why.compareHint}
          words={COMPARE_PRESETS}
          chosen={state.was}
          shown={windows && rangeText(windows.compare)}
          choose={(was) => change({ was })}
        />
        {end}
      </div>
      <div class="scope">
        <Conditions {...{ state, subject, change }} />
        <fieldset class="switch">
          {[false, true].map((mean) => (
            <button
              key={String(mean)}
              type="button"
              aria-pressed={state.mean === mean}
              onClick={() => change({ mean })}
            >
              {mean ? why.mean : why.total}
            </button>
          ))}
        </fieldset>
      </div>
    </section>
  )
}

const PRESETS = [
  'last-month',
  'last-week',
  'last-quarter',
  'last-7d',
  'last-28d',
  'mtd',
  'ytd',
  'yesterday',
]
const COMPARE_PRESETS = ['previous', 'year']

interface WindowChoiceProps {
  readonly hint: string
  readonly words: readonly string[]
  readonly chosen: string | null
  readonly shown: string | null
  readonly choose: (words: string | null) => void
}

/** A window: presets, or a range written by hand. Nothing is the default window. */
function WindowChoice({ hint, words, chosen, shown, choose }: WindowChoiceProps): JSX.Element {
  const { why } = texts.value
  return (
    <Popover label={shown ?? chosen ?? '…'} name={hint}>
      {(close) => {
        const take = (text: string) => {
          close()
          choose(text.trim() === '' ? null : text.trim())
        }
        return (
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault()
              take(String(new FormData(event.currentTarget).get('range')))
            }}
          >
            <input
              name="range"
              aria-label={hint}
              value={chosen ?? shown ?? ''}
              spellcheck={false}
            />
            <p class="hint">{hint}</p>
            <div class="chips">
              {words.map((word) => (
                <button key={word} type="button" onClick={() => take(word)}>
                  {why.ranges[word] ?? word}
                </button>
              ))}
            </div>
            <button type="submit" class="main">
              {why.apply}
            </button>
          </form>
        )
      }}
    </Popover>
  )
}

/** The conditions and the drill path as chips that can be taken off. */
function Conditions({ state, subject, change }: Omit<QuestionBarProps, 'windows'>): JSX.Element {
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
