import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { HomeWindows } from '../../address/page.ts'
import { newWhyState } from '../../address/why-state.ts'
import { getClient } from '../../answers/client.ts'
import { toPageHref } from '../../answers/place.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { NarrowField } from '../../parts/narrow-field.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { texts } from '../../text/language.ts'
import { Movements } from './movements.tsx'
import { Recent } from './recent.tsx'

const PAGE = 60

/** The metrics that moved, then all metrics of the tenant, each with the question why it changed. */
export function HomePage({ windows }: { windows: HomeWindows }): JSX.Element {
  const { home } = texts.value
  const [text, setText] = useState('')
  const answerState = useAnswer({
    key: `home ${text}`,
    ask: (signal) =>
      getClient().searchCatalog({ q: text, types: ['METRIC'], limit: PAGE }, { signal }),
  })
  usePageTitle(home.title)
  return (
    <>
      <h1 class="visually-hidden">{home.title}</h1>
      <Movements windows={windows} />
      <Recent />
      <div class="titlebar">
        <h2>{home.title}</h2>
        <NarrowField label={home.filter} value={text} change={setText} />
      </div>
      <Frame answerState={answerState} height={400}>
        {({ items }) => (
          <>
            {items.length === 0 && (
              <p class="note">{text === '' ? home.none : home.noMatch(text)}</p>
            )}
            <ul class="cards">
              {items.map(({ name, displayName, description }) => (
                <li class="card" key={name}>
                  <h3>
                    <a href={toPageHref({ page: 'metric', name })}>{displayName}</a>
                  </h3>
                  <p class="hint">{description}</p>
                  <a class="button" href={toPageHref({ page: 'why', state: newWhyState(name) })}>
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
