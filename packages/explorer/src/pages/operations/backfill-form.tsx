import type { PartitionStatesData } from '@tributary/contract'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { daysBetween } from '../../analysis/days.ts'
import { getClient } from '../../answers/client.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'

interface BackfillFormProps {
  readonly planId: string
  readonly runs: PartitionStatesData['runs']
  /** Takes the `dagName` of the task that was begun. */
  begun(task: string): void
}

/** Asks which days to compute, and says how much that is before it begins. */
export function BackfillForm({ planId, runs, begun }: BackfillFormProps): JSX.Element {
  const { operations: words } = texts.value
  const wanting = runs.filter(({ state }) => state === 'MISSING' || state === 'FAILED')
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [lot, setLot] = useState(1)
  const first = from ?? wanting[0]?.from ?? runs[0]?.from ?? ''
  const last = to ?? wanting.at(-1)?.to ?? runs.at(-1)?.to ?? ''
  const days = first === '' || last === '' ? 0 : daysBetween(first, last) + 1
  const isWhole = days > 0 && lot >= 1
  return (
    <fieldset class="controls">
      <legend>{words.backfill}</legend>
      <label>
        {words.from}{' '}
        <input type="date" value={first} onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <label>
        {words.to}{' '}
        <input type="date" value={last} onInput={(event) => setTo(event.currentTarget.value)} />
      </label>
      <label>
        {words.lot}{' '}
        <input
          type="number"
          min={1}
          value={lot}
          onInput={(event) => setLot(Math.trunc(event.currentTarget.valueAsNumber) || 1)}
        />
      </label>
      {isWhole ? (
        <>
          <span class="hint">
            {words.estimate(countText(days), countText(Math.ceil(days / lot)))}
          </span>
          <ActionButton
            act={async () => {
              const body = { planId, startTime: first, endTime: last, dateIntervalOfLot: lot }
              begun(await getClient().createBackfill(body))
            }}
            done={() => {}}
          >
            {words.begin}
          </ActionButton>
        </>
      ) : (
        <span class="hint">{words.chooseDays}</span>
      )}
    </fieldset>
  )
}
