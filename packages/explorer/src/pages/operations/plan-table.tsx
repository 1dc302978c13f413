import type { PlanListData } from '@tributary/contract'
import type { JSX } from 'preact'
import { ALL_OPERATIONS, type OperationsState } from '../../address/operations-state.ts'
import { toPageHref } from '../../answers/place.ts'
import { texts } from '../../text/language.ts'
import { Status } from './status.tsx'

interface PlanTableProps {
  readonly plans: PlanListData['items']
  readonly state: OperationsState
}

/** The plans, each with how far its data reaches and what its last instance came to. */
export function PlanTable({ plans, state }: PlanTableProps): JSX.Element {
  const { operations: words } = texts.value
  if (plans.length === 0) return <p class="note">{words.noPlans}</p>
  return (
    <section class="card scroll" aria-label={words.plans}>
      <table>
        <caption>{words.plans}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.value.kinds.PLAN}</th>
            <th scope="col" class="text">
              {words.kind}
            </th>
            <th scope="col" class="text">
              {words.schedule}
            </th>
            <th scope="col">{words.dataUntil}</th>
            <th scope="col">{words.refreshed}</th>
            <th scope="col" class="text">
              {words.last}
            </th>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.planId}>
              <th scope="row">
                <a
                  href={toPageHref({
                    page: 'operations',
                    state: { ...ALL_OPERATIONS, plan: plan.planId },
                  })}
                  aria-current={plan.planId === state.plan ? 'true' : undefined}
                >
                  {plan.displayName}
                </a>{' '}
                <code>{plan.name}</code>
              </th>
              <td class="text">{words.kinds[plan.kind]}</td>
              <td class="text">{plan.cron === null ? '–' : <code>{plan.cron}</code>}</td>
              <td>{plan.latestDataTime ?? '–'}</td>
              <td>{plan.lastRefreshTime ?? '–'}</td>
              <td class="text">
                {plan.latestTaskDetail === null ? (
                  '–'
                ) : (
                  <Status
                    status={plan.latestTaskDetail.taskStatus}
                    message={plan.latestTaskDetail.message}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
