import type { PartitionStatesData, PlanListData } from '@tributary/contract'
import type { JSX } from 'preact'
import type { OperationsState } from '../../address/operations-state.ts'
import { getClient } from '../../answers/client.ts'
import { useLive } from '../../answers/use-live.ts'
import type { OwnRights } from '../../answers/use-rights.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { BackfillForm } from './backfill-form.tsx'
import { Strip } from './strip.tsx'

interface PlanViewProps {
  readonly plan: PlanListData['items'][number]
  /** The rights of the caller to it. */
  readonly rights: OwnRights
  readonly change: (part: Partial<OperationsState>) => void
  readonly refresh: () => void
}

/** One plan: the states of its partitions, and what can be done with it. */
export function PlanView({ plan, rights, change, refresh }: PlanViewProps): JSX.Element {
  const { operations: words } = texts.value
  const { planId, displayName, name, kind } = plan
  const partitions = useLive<PartitionStatesData>(
    {
      // A new status of the last instance may have changed them.
      key: `partitions ${JSON.stringify([planId, plan.latestTaskDetail])}`,
      ask: (signal) => getClient().partitionStates({ planId }, { signal }),
    },
    ({ runs }) => runs.some(({ state }) => state === 'RUNNING' || state === 'WAITING'),
  )
  return (
    <section class="card" aria-label={displayName}>
      <h2>{displayName}</h2>
      <Frame answerState={partitions} height={60}>
        {(partitionStates) => <Strip states={partitionStates} name={words.partitions} />}
      </Frame>
      {rights.canEdit && kind !== 'EXTERNAL' && (
        <BackfillForm
          planId={planId}
          runs={partitions.answer?.runs ?? []}
          begun={(task) => {
            refresh()
            change({ task })
          }}
        />
      )}
      {rights.canDelete && kind !== 'EXTERNAL' && (
        <ActionButton
          typed={name}
          act={() => getClient().deletePlan({ uuid: planId })}
          done={() => {
            refresh()
            change({ plan: null, task: null })
          }}
        >
          {words.deletePlan}
        </ActionButton>
      )}
    </section>
  )
}
