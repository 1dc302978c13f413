import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { getClient } from '../answers/client.ts'
import { useAnswer } from '../answers/use-answer.ts'
import { texts } from '../text/language.ts'
import { Frame } from './frame.tsx'
import { NarrowField } from './narrow-field.tsx'

const LISTED = 12

/** A field to search for a metric, and what it finds. */
export function MetricChooser({ choose }: { choose(metric: string): void }): JSX.Element {
  const [text, setText] = useState('')
  const answerState = useAnswer({
    key: `metrics ${text}`,
    ask: (signal) =>
      getClient().searchCatalog({ q: text, types: ['METRIC'], limit: LISTED }, { signal }),
  })
  const { home } = texts.value
  return (
    <div class="stack">
      <NarrowField label={home.filter} value={text} change={setText} />
      <Frame answerState={answerState} height={200}>
        {({ items }) => (
          <ul class="found">
            {items.map(({ name, displayName, description }) => (
              <li key={name}>
                <button type="button" onClick={() => choose(name)}>
                  <span class="name">{displayName}</span>
                  <span class="hint">{description}</span>
                </button>
              </li>
            ))}
            {items.length === 0 && <li class="hint">{home.noMatch(text)}</li>}
          </ul>
        )}
      </Frame>
    </div>
  )
}
