import type { AttributionData } from '@tributary/contract'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { DrillStep, WhyState } from '../address/why-state.ts'
import { readGroups } from '../analysis/group-table.ts'
import { rankDimensions } from '../analysis/rank-dimensions.ts'
import { timeQuestion, type Windows, windowsOf } from '../analysis/why-question.ts'
import { client } from '../answers/client.ts'
import { go } from '../answers/place.ts'
import { type Asked, useAnswer } from '../answers/use-answer.ts'
import { Frame } from '../parts/frame.tsx'
import { texts } from '../text/language.ts'
import { Breakdown } from './why/breakdown.tsx'
import { QuestionBar } from './why/question-bar.tsx'
import { Ranking } from './why/ranking.tsx'
import { type Subject, useSubject } from './why/subject.ts'
import { Summary } from './why/summary.tsx'

/** Explains why a metric changed between two windows. */
export function WhyPage({ state }: { state: WhyState }): JSX.Element {
  const subject = useSubject(state.metric)
  const change = (part: Partial<WhyState>) => go({ page: 'why', state: { ...state, ...part } })
  return (
    <Frame asked={subject} height={600}>
      {(known) => <Question state={state} subject={known} change={change} />}
    </Frame>
  )
}

interface QuestionProps {
  readonly state: WhyState
  readonly subject: Subject
  readonly change: (part: Partial<WhyState>) => void
}

function Question({ state, subject, change }: QuestionProps): JSX.Element {
  const windows = readWindows(state, subject)
  const found = 'current' in windows ? windows : null
  const asked = useTables(state, subject, found)
  useEffect(() => {
    document.title = `${subject.displayName} – Tributary`
  }, [subject.displayName])
  return (
    <>
      <QuestionBar state={state} subject={subject} windows={found} change={change} />
      {'problem' in windows && (
        <p class="note" role="alert">
          {windows.problem}
        </p>
      )}
      {found !== null && (
        <Frame asked={asked} height={480}>
          {(answer) => <Answer {...{ state, subject, change, answer, asked }} windows={found} />}
        </Frame>
      )}
    </>
  )
}

interface AnswerProps extends QuestionProps {
  readonly windows: Windows
  readonly answer: AttributionData
  readonly asked: Asked<AttributionData>
}

function Answer(props: AnswerProps): JSX.Element {
  const { state, answer, change } = props
  const [overall, ...others] = answer.tables.map(readGroups)
  const ranked = rankDimensions(others)
  const shown = state.by ?? ranked[0]?.dimension ?? null
  const table = others.find(({ dimensions }) => dimensions.join(',') === shown) ?? others[0] ?? null
  const total = overall?.rows[0]
  if (total === undefined) return <p class="note">{texts.value.why.empty}</p>
  const drill = (steps: readonly DrillStep[]) => change({ at: [...state.at, ...steps], by: null })
  return (
    <>
      <Summary {...props} total={total} table={table} />
      <div class="columns">
        <Ranking
          ranked={ranked}
          shown={shown}
          subject={props.subject}
          choose={(by) => change({ by })}
        />
        {table !== null && <Breakdown {...props} {...{ total, table, drill }} />}
      </div>
    </>
  )
}

/** The tables by every dimension of the metric that is not drilled into. */
function useTables(
  state: WhyState,
  subject: Subject,
  windows: Windows | null,
): Asked<AttributionData> {
  const drilled = new Set(state.at.map(({ dimension }) => dimension))
  const names = subject.dimensions.map(({ name }) => name).filter((name) => !drilled.has(name))
  const dimensions = state.by === null || names.includes(state.by) ? names : [...names, state.by]
  const body =
    windows === null ? null : timeQuestion(state, { windows, dimensions, types: subject.types })
  return useAnswer(
    body && {
      key: `compareTimes ${JSON.stringify(body)}`,
      ask: (signal) => client.value!.compareTimes(body, { signal }),
    },
  )
}

function readWindows(state: WhyState, subject: Subject): Windows | { readonly problem: string } {
  try {
    return windowsOf(state, subject.reach) ?? { problem: texts.value.why.empty }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
