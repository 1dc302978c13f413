import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { newWhyState } from '../address/why-state.ts'
import { client } from '../answers/client.ts'
import { hrefOf } from '../answers/place.ts'
import { useAnswer } from '../answers/use-answer.ts'
import { Frame } from '../parts/frame.tsx'
import { NarrowField } from '../parts/narrow-field.tsx'
import { usePageTitle } from '../parts/page-title.ts'
import { texts } from '../text/language.ts'

const PAGE = 60

/** The metrics of the tenant, each with the question why it changed. */
export function HomePage(): JSX.Element {
  const { home } = texts.value
  const [text, setText] = useState('')
  const found = useAnswer({
    key: `home ${text}`,
    ask: (signal) =>
      client.value!.searchCatalog({ q: text, types: ['METRIC'], limit: PAGE }, { signal }),
  })
  usePageTitle(home.title)
  return (
    <>
      <div class="titlebar">
        <h1>{home.title}</h1>
        <NarrowField label={home.filter} value={text} change={setText} />
      </div>
      <Frame asked={found} height={400}>
        {({ items }) => (
          <>
            {items.length === 0 && (
              <p class="note">{text === '' ? home.none : home.noMatch(text)}</p>
            )}
            <ul class="cards">
              {items.map(({ name, displayName, description }) => (
                <li class="card" key={name}>
                  <h2>
                    <a href={hrefOf({ page: 'metric', name })}>{displayName}</a>
                  </h2>
                  <p class="hint">{description}</p>
                  <a class="button" href={hrefOf({ page: 'why', state: newWhyState(name) })}>
                    {home.why}
                    <span class="visually-hidden"> {displayName}</span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Frame>
    </>
  )
}
