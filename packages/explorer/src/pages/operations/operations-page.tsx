import type { JSX } from 'preact'
import type { OperationsState } from '../../address/operations-state.ts'
import { getClient } from '../../answers/client.ts'
import { go } from '../../answers/place.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { useLive } from '../../answers/use-live.ts'
import { useRights } from '../../answers/use-rights.ts'
import { Frame } from '../../parts/frame.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { texts } from '../../text/language.ts'
import { PlanTable } from './plan-table.tsx'
import { PlanView } from './plan-view.tsx'
import { TaskTable } from './task-table.tsx'
import { TaskView } from './task-view.tsx'

const PAGE = 200
const TASKS = 50
const ALL = { canEdit: true, canDelete: true }

/** The plans with the age of their data, and the tasks that refresh them. */
export function OperationsPage({ state }: { state: OperationsState }): JSX.Element {
  const { operations: words } = texts.value
  const change = (part: Partial<OperationsState>) =>
    go({ page: 'operations', state: { ...state, ...part } })
  const caller = useAnswer({
    key: 'caller',
    ask: (signal) => getClient().caller({ signal }),
  })
  const mayOperate = caller.answer?.can.operate ?? false
  const planRights = useRights('RESULT_PLAN', mayOperate ? null : state.plan)
  const rights = mayOperate ? ALL : planRights
  const plans = useLive(
    {
      key: 'plans',
      ask: (signal) => getClient().listPlans({ limit: PAGE }, { signal }),
    },
    ({ items }) => items.some(({ latestTaskDetail }) => isGoing(latestTaskDetail?.taskStatus)),
  )
  const query = {
    limit: TASKS,
    ...(state.plan !== null && { planId: state.plan }),
    ...(state.status !== null && { status: state.status }),
  }
  const tasks = useLive(
    {
      key: `tasks ${JSON.stringify(query)}`,
      ask: (signal) => getClient().listTasks(query, { signal }),
    },
    ({ items }) => items.some(({ status }) => isGoing(status)),
  )
  const refresh = () => {
    plans.retry()
    tasks.retry()
  }
  usePageTitle(words.title)
  return (
    <>
      <div class="titlebar">
        <h1>{words.title}</h1>
        <button type="button" onClick={refresh}>
          {words.refresh}
        </button>
      </div>
      {caller.answer?.workers === 0 && <p class="note">{words.noWorkers}</p>}
      <Frame answerState={plans} height={200}>
        {({ items }) => (
          <>
            <PlanTable plans={items} state={state} />
            {items
              .filter(({ planId }) => planId === state.plan)
              .map((plan) => (
                <PlanView
                  key={plan.planId}
                  plan={plan}
                  rights={rights}
                  change={change}
                  refresh={refresh}
                />
              ))}
          </>
        )}
      </Frame>
      <Frame answerState={tasks} height={200}>
        {(taskList) => (
          <TaskTable
            taskList={taskList}
            state={state}
            refresh={refresh}
            mayOperate={rights.canEdit}
          />
        )}
      </Frame>
      {state.task !== null && <TaskView dagName={state.task} />}
    </>
  )
}

function isGoing(status: string | undefined): boolean {
  return status === 'RUNNING' || status === 'WAITING'
}
