import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { NO_PEERS, type Peers, type WhyState } from '../../../address/why-state.ts'
import { getClient } from '../../../answers/client.ts'
import { useAnswer } from '../../../answers/use-answer.ts'
import { Frame } from '../../../parts/frame.tsx'
import { NarrowField } from '../../../parts/narrow-field.tsx'
import { Popover } from '../../../parts/popover.tsx'
import { texts } from '../../../text/language.ts'
import { countText } from '../../../text/numbers.ts'
import { formatDimensionName } from './dimension-name.ts'
import type { Subject } from './subject.ts'

interface PeerChoiceProps {
  readonly part: keyof Peers
  readonly peers: Peers
  readonly subject: Subject
  readonly change: (part: Partial<WhyState>) => void
}

/** One part of a comparison of two groups: the dimension in which they differ, or one of them. */
export function PeerChoice({ part, peers, subject, change }: PeerChoiceProps): JSX.Element | null {
  const words = texts.value.peers
  if (part === 'dimension') {
    const chosen = peers.dimension
    return (
      <Popover
        label={chosen === null ? words.dimension : formatDimensionName(chosen, subject)}
        name={words.dimension}
      >
        {(close) => (
          <ul class="found">
            {subject.dimensions.map(({ name, dimDisplayName }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    change({ peers: { ...NO_PEERS, dimension: name }, by: null })
                  }}
                >
                  {dimDisplayName}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    )
  }
  if (peers.dimension === null) return null
  const chosen = peers[part]
  const label = chosen === null ? words.group : (chosen.value ?? texts.value.why.noValue)
  return (
    <Popover label={label} name={words.group}>
      {(close) => (
        <Values
          dimension={peers.dimension!}
          metric={subject.name}
          choose={(value) => {
            close()
            change({ peers: { ...peers, [part]: { value } } })
          }}
        />
      )}
    </Popover>
  )
}

const LISTED = 30

interface ValuesProps {
  readonly dimension: string
  readonly metric: string
  readonly choose: (value: string | null) => void
}

/** The values of a dimension, the most frequent first; a text narrows them. */
function Values({ dimension, metric, choose }: ValuesProps): JSX.Element {
  const words = texts.value.peers
  const [prefix, setPrefix] = useState('')
  const body = { dimension, metric, limit: LISTED, ...(prefix !== '' && { prefix }) }
  const answerState = useAnswer({
    key: `values ${JSON.stringify(body)}`,
    ask: (signal) => getClient().dimensionValues(body, { signal }),
  })
  return (
    <div class="stack">
      <NarrowField label={words.begins} value={prefix} change={setPrefix} />
      <Frame answerState={answerState} height={200}>
        {({ values, hasMissing }) => (
          <ul class="found">
            {values.map(({ value, label, rows }) => (
              <li key={value}>
                <button type="button" onClick={() => choose(value)}>
                  <span class="name">{label}</span>
                  {rows !== null && (
                    <span class="hint">{texts.value.why.rows(countText(rows))}</span>
                  )}
                </button>
              </li>
            ))}
            {hasMissing && prefix === '' && (
              <li>
                <button type="button" onClick={() => choose(null)}>
                  <span class="missing">{texts.value.why.noValue}</span>
                </button>
              </li>
            )}
            {values.length === 0 && <li class="hint">{texts.value.home.noMatch(prefix)}</li>}
          </ul>
        )}
      </Frame>
    </div>
  )
}
