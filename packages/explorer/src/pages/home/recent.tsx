import type { JSX } from 'preact'
import type { WhyState } from '../../address/why-state.ts'
import { toPageHref } from '../../answers/place.ts'
import { useRecent } from '../../answers/use-recent.ts'
import { texts } from '../../text/language.ts'

/** The questions that the person has asked last in this browser; nothing when there are none. */
export function Recent(): JSX.Element | null {
  const { home } = texts.value
  const { questions, forget } = useRecent()
  if (questions.length === 0) return null
  return (
    <section class="card" aria-label={home.recent}>
      <div class="titlebar">
        <h2>{home.recent}</h2>
        <button type="button" onClick={forget}>
          {home.forget}
        </button>
      </div>
      <ul>
        {questions.map(({ name, state }) => {
          const href = toPageHref({ page: 'why', state })
          return (
            <li key={href}>
              <a href={href}>{name}</a> <span class="hint">{describeChoices(state)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The choices of a question, as its address has them. */
function describeChoices({ peers, now, was, by, at, where }: WhyState): string {
  const steps = at.map(({ dimension, value }) => `${dimension}: ${value ?? '–'}`)
  const words = [peers?.dimension ?? null, now, was, by, ...steps, ...where]
  return words.filter((word) => word !== null).join(' · ')
}
