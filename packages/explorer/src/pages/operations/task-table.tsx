import type { TaskListData } from '@tributary/contract'
import type { JSX } from 'preact'
import { type OperationsState, TASK_STATUSES } from '../../address/operations-state.ts'
import { getClient } from '../../answers/client.ts'
import { toPageHref } from '../../answers/place.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'
import { Status } from './status.tsx'

interface TaskTableProps {
  readonly taskList: TaskListData
  readonly state: OperationsState
  readonly mayOperate: boolean
  readonly refresh: () => void
}

/** The tasks, those with failures first, each with how far it is. */
export function TaskTable({ taskList, state, mayOperate, refresh }: TaskTableProps): JSX.Element {
  const { operations: words, catalog } = texts.value
  const items = taskList.items.toSorted(
    (left, right) => Number(right.failed > 0) - Number(left.failed > 0),
  )
  return (
    <section class="card scroll" aria-label={words.tasks}>
      <p class="facets">
        {[null, ...TASK_STATUSES].map((status) => (
          <a
            key={status ?? ''}
            href={toPageHref({ page: 'operations', state: { ...state, status, task: null } })}
            aria-current={state.status === status ? 'true' : undefined}
          >
            {status === null ? catalog.all : words.statuses[status]}
          </a>
        ))}
      </p>
      {items.length === 0 ? (
        <p class="hint">{words.noTasks}</p>
      ) : (
        <table>
          <caption>{words.tasks}</caption>
          <thead>
            <tr>
              <th scope="col">{words.task}</th>
              <th scope="col">{words.created}</th>
              <th scope="col" class="text">
                {words.status}
              </th>
              <th scope="col" class="text">
                {words.progress}
              </th>
              <th scope="col">
                <span class="visually-hidden">{words.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((task) => (
              <Row
                key={task.dagName}
                task={task}
                state={state}
                mayOperate={mayOperate}
                refresh={refresh}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface RowProps extends Omit<TaskTableProps, 'taskList'> {
  readonly task: TaskListData['items'][number]
}

function Row({ task, state, mayOperate, refresh }: RowProps): JSX.Element {
  const { operations: words } = texts.value
  const { dagName, planName, mtGuid, createTime, status, total, done, failed } = task
  const open = task.waiting + task.running
  const count = countText
  return (
    <tr>
      <th scope="row">
        <a
          href={toPageHref({ page: 'operations', state: { ...state, task: dagName } })}
          aria-current={state.task === dagName ? 'true' : undefined}
        >
          {planName ?? mtGuid}
        </a>{' '}
        <code>{dagName}</code>
      </th>
      <td>{createTime}</td>
      <td class="text">
        <Status status={status} />
      </td>
      <td class="text">
        {words.done(count(done), count(total))}
        {failed > 0 && <span class="less"> {words.failed(count(failed))}</span>}
        <progress max={total} value={done + failed} aria-label={words.progress} />
      </td>
      <td class="text">
        {mayOperate && failed > 0 && (
          <ActionButton act={() => getClient().retryTask({ dagName })} done={refresh}>
            {words.retry}
          </ActionButton>
        )}{' '}
        {mayOperate && open > 0 && (
          <ActionButton act={() => getClient().cancelTask({ dagName })} done={refresh}>
            {words.cancel}
          </ActionButton>
        )}
      </td>
    </tr>
  )
}
