import type { PartitionStatesData } from '@tributary/contract'
import type { JSX } from 'preact'
import { daysBetween } from '../../analysis/days.ts'
import { texts } from '../../text/language.ts'

interface StripProps {
  readonly states: PartitionStatesData
  readonly name: string
}

/** The states of the partitions of a plan, from the oldest to the newest, as wide as they are long. */
export function Strip({ states, name }: StripProps): JSX.Element {
  const { operations: words } = texts.value
  const { runs, granularity } = states
  if (runs.length === 0) return <p class="hint">{words.noPartitions}</p>
  return (
    <ol class="strip" aria-label={name}>
      {runs.map(({ from, to, state }) => {
        const span = from === null ? words.whole : from === to ? from : `${from} – ${to}`
        const text = `${span}: ${words.partitionStates[state]}`
        return (
          <li
            key={from ?? ''}
            class={state.toLowerCase()}
            style={{ flexGrow: from === null || to === null ? 1 : daysBetween(from, to) + 1 }}
            title={text}
          >
            <span>{text}</span>
          </li>
        )
      })}
      {granularity !== null && <li class="hint legend">{granularity}</li>}
    </ol>
  )
}
