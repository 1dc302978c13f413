import type { TaskInstanceEntry } from '@tributary/contract'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { getClient } from '../../answers/client.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { useLive } from '../../answers/use-live.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'
import { Status } from './status.tsx'

const SHOWN = 200

/** The instances of a task with their progress; one that failed says why. */
export function TaskView({ dagName }: { dagName: string }): JSX.Element {
  const { operations: words } = texts.value
  const query = { dagName, pageSize: SHOWN, progress: true }
  const answerState = useLive(
    {
      key: `instances ${dagName}`,
      ask: (signal) => getClient().taskInstances(query, { signal }),
    },
    ({ progress }) => progress !== undefined && progress.waiting + progress.running > 0,
  )
  return (
    <section class="card" aria-label={dagName}>
      <h2>
        {words.task} <code>{dagName}</code>
      </h2>
      <Frame answerState={answerState} height={200}>
        {({ instances, total, progress }) => (
          <>
            {progress !== undefined && (
              <p role="status">
                {words.done(countText(progress.done), countText(total))}
                {progress.remainingSeconds !== null &&
                  progress.waiting + progress.running > 0 &&
                  ` · ${words.remaining(countText(Math.ceil(progress.remainingSeconds)))}`}
              </p>
            )}
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.partitions}</th>
                  <th scope="col" class="text">
                    {words.status}
                  </th>
                  <th scope="col">{words.started}</th>
                  <th scope="col">{words.ended}</th>
                </tr>
              </thead>
              <tbody>
                {instances.map((instance) => (
                  <Instance key={instance.id} instance={instance} />
                ))}
              </tbody>
            </table>
            {total > instances.length && (
              <p class="hint">{texts.value.lineage.more(countText(total - instances.length))}</p>
            )}
          </>
        )}
      </Frame>
    </section>
  )
}

function Instance({ instance }: { instance: TaskInstanceEntry }): JSX.Element {
  const { operations: words } = texts.value
  const [isOpen, setOpen] = useState(instance.status === 'FAILED')
  const { id, status, startPartition, endPartition, startTime, endTime } = instance
  const span =
    startPartition === null
      ? words.whole
      : startPartition === endPartition
        ? startPartition
        : `${startPartition} – ${endPartition}`
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {span}
          </button>
        </th>
        <td class="text">
          <Status status={status} />
        </td>
        <td>{startTime ?? '–'}</td>
        <td>{endTime ?? '–'}</td>
      </tr>
      {isOpen && (
        <tr>
          <td class="text" colSpan={4}>
            <InstanceDetail id={id} status={status} />
          </td>
        </tr>
      )}
    </>
  )
}

function InstanceDetail({ id, status }: { id: string; status: string }): JSX.Element {
  const { operations: words } = texts.value
  const answerState = useAnswer({
    key: `instance ${id} ${status}`,
    isLive: true,
    ask: (signal) => getClient().taskInstance({ id }, { signal }),
  })
  return (
    <Frame answerState={answerState} height={60}>
      {({ msg, sql, retryCnt, serverInfo }) => (
        <>
          {msg !== null && <p class="note">{msg}</p>}
          <p class="hint">
            {words.attempts(countText(retryCnt + 1))}
            {serverInfo !== null && ` · ${serverInfo}`}
          </p>
          {sql.formattedSql !== null && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
            <pre tabIndex={0}>{sql.formattedSql}</pre>
          )}
        </>
      )}
    </Frame>
  )
}
