import type { AttributionData } from '@tributary/contract'
import { rangeText } from '@tributary/expression'
import type { JSX } from 'preact'
import type { DrillStep, WhyState } from '../../address/why-state.ts'
import { readGroups } from '../../analysis/group-table.ts'
import { createComparison, resolveWindows, type Windows } from '../../analysis/why-question.ts'
import { windowStep } from '../../analysis/window-step.ts'
import { rankQuestion, tablesQuestion } from '../../answers/compare.ts'
import { go } from '../../answers/place.ts'
import { type AnswerState, useAnswer } from '../../answers/use-answer.ts'
import { useKeptQuestion } from '../../answers/use-recent.ts'
import { FailureNote, Frame } from '../../parts/frame.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { useShortcuts } from '../../parts/shortcuts.tsx'
import { texts } from '../../text/language.ts'
import { Breakdown } from './breakdown.tsx'
import type { AnswerProps } from './breakdown-props.ts'
import { QuestionBar } from './question/question-bar.tsx'
import { type Subject, useSubject } from './question/subject.ts'
import { Ranking } from './ranking.tsx'
import { Summary } from './summary.tsx'
import { Whole } from './whole.tsx'
import { createRowStyles } from './words.ts'

/** Explains why a metric changed between two windows, or how two groups differ. */
export function WhyPage({ state }: { state: WhyState }): JSX.Element {
  const subject = useSubject(state.metric)
  const change = (part: Partial<WhyState>) => go({ page: 'why', state: { ...state, ...part } })
  return (
    <Frame answerState={subject} height={600}>
      {(loadedSubject) => <Question state={state} subject={loadedSubject} change={change} />}
    </Frame>
  )
}

interface QuestionProps {
  readonly state: WhyState
  readonly subject: Subject
  readonly change: (part: Partial<WhyState>) => void
}

function Question({ state, subject, change }: QuestionProps): JSX.Element {
  const read = readWindows(state, subject)
  const problem = 'problem' in read ? read.problem : null
  const windows = 'problem' in read ? null : read
  const comparison =
    windows &&
    createComparison(state, {
      windows,
      types: subject.types,
      missing: texts.value.why.noValue,
    })
  usePageTitle(subject.displayName)
  useKeptQuestion({ name: subject.displayName, state })
  useKeys({ state, windows, change })
  return (
    <>
      <QuestionBar state={state} subject={subject} windows={windows} change={change} />
      {problem !== null && (
        <p class="note" role="alert">
          {problem}
        </p>
      )}
      {windows !== null && comparison !== null && (
        <Answer
          state={state}
          subject={subject}
          change={change}
          windows={windows}
          comparison={comparison}
        />
      )}
      {problem === null && comparison === null && state.peers !== null && (
        <p class="note">{texts.value.peers.choose}</p>
      )}
    </>
  )
}

type KeysProps = Pick<QuestionProps, 'state' | 'change'> & { readonly windows: Windows | null }

/** The keys of the page itself; controls have keys of their own. */
function useKeys({ state, windows, change }: KeysProps): void {
  const step = (direction: -1 | 1) => () => {
    if (windows !== null) change({ now: rangeText(windowStep(windows.current, direction)) })
  }
  useShortcuts({
    '[': step(-1),
    ']': step(1),
    Backspace: () => {
      if (state.at.length > 0) change({ at: state.at.slice(0, -1) })
    },
  })
}

/** A first screen needs no more rows; whoever wants all asks for them. */
const SHOWN = 200
const ALL = 10_000

type QuestionAnswerProps = Pick<AnswerProps, keyof QuestionProps | 'windows' | 'comparison'>

function Answer(props: QuestionAnswerProps): JSX.Element {
  const { state, subject, change } = props
  const remainingDimensions = dimensionsLeft(state, subject)
  if (remainingDimensions.length > 0 || state.by !== null)
    return <ChangeByDimension {...props} left={remainingDimensions} />
  return <Whole {...props} ranked={[]} drill={createDrill(state, change)} />
}

/** Chooses groups: they become conditions, and another dimension is shown. */
function createDrill(
  { at }: WhyState,
  change: QuestionProps['change'],
): (steps: readonly DrillStep[]) => void {
  return (steps) => change({ at: [...at, ...steps], by: null, beside: null })
}

function ChangeByDimension({
  left: remainingDimensions,
  ...props
}: QuestionAnswerProps & { readonly left: readonly string[] }): JSX.Element {
  const { state, subject, comparison, change } = props
  const rank = useAnswer(rankQuestion(state.metric, comparison))
  const rankedEntries = (rank.answer?.dimensions ?? []).filter(({ dimension }) =>
    remainingDimensions.includes(dimension),
  )
  const ranked =
    rank.answer === null ? remainingDimensions : rankedEntries.map(({ dimension }) => dimension)
  // The service refuses the tables for the same reason, and the failure is shown there.
  const isRanked = rank.failure?.kind === 'refused' || (rank.answer !== null && !rank.isOld)
  // The answer by a dimension that is chosen does not wait for the order of the others.
  const by = state.by ?? (isRanked ? (ranked[0] ?? remainingDimensions[0] ?? null) : null)
  const answerState = useAnswer(
    by === null
      ? null
      : tablesQuestion({
          metric: state.metric,
          comparison,
          dimensions: [by],
          rowLimit: state.allRows ? ALL : SHOWN,
        }),
  )
  if (rank.failure !== null && by === null) {
    return <FailureNote failure={rank.failure} retry={rank.retry} />
  }
  // Until the order is known there is no question to wait for.
  const waiting = by === null ? { ...answerState, isPending: true, stop: rank.stop } : answerState
  return (
    <Frame answerState={waiting} height={480}>
      {(answer) => (
        <AnswerContent
          {...props}
          answer={answer}
          answerState={answerState}
          ranked={ranked}
          selected={by}
          ranking={
            <Ranking
              ranked={rankedEntries}
              others={rank.answer === null ? remainingDimensions : []}
              selected={by}
              subject={subject}
              choose={(dimension) => change({ by: dimension, beside: null })}
            />
          }
        />
      )}
    </Frame>
  )
}

interface AnsweredProps extends QuestionAnswerProps {
  readonly answer: AttributionData
  readonly answerState: AnswerState<AttributionData>
  readonly ranked: readonly string[]
  readonly selected: string | null
  readonly ranking: JSX.Element
}

function AnswerContent({ ranking, ...props }: AnsweredProps): JSX.Element {
  const { state, answer, change } = props
  const [overall, table = null] = answer.tables.map(readGroups)
  const total = overall?.rows[0]
  const suggestion = <Suggestion suggestion={answer.suggestion} change={change} />
  if (total === undefined) {
    return (
      <>
        <p class="note">{texts.value.why.empty}</p>
        {suggestion}
      </>
    )
  }
  const styles = createRowStyles(props.subject.form, total, table?.rows ?? [])
  const parts: AnswerProps = { ...props, styles, drill: createDrill(state, change) }
  return (
    <>
      {suggestion}
      <Summary {...parts} warning={answer.warning} total={total} table={table} />
      <div class="columns">
        {ranking}
        {table !== null && (
          <Breakdown {...parts} total={total} table={table} answerState={props.answerState} />
        )}
      </div>
    </>
  )
}

interface SuggestionProps extends Pick<QuestionProps, 'change'> {
  readonly suggestion: AttributionData['suggestion']
}

/** The nearest periods with rows, behind a button; nothing where both periods have some. */
function Suggestion({ suggestion, change }: SuggestionProps): JSX.Element | null {
  if (suggestion === undefined) return null
  const { current: now, compare: was } = suggestion
  return (
    <p class="note">
      <button type="button" class="main" onClick={() => change({ now, was })}>
        {texts.value.why.nearest(now, was)}
      </button>
    </p>
  )
}

/** The dimensions that the change can still be divided by. */
function dimensionsLeft({ at, peers }: WhyState, { dimensions }: Subject): readonly string[] {
  const usedDimensions = new Set([...at.map(({ dimension }) => dimension), peers?.dimension])
  return dimensions.map(({ name }) => name).filter((name) => !usedDimensions.has(name))
}

type ReadWindows = Windows | { readonly problem: string }

function readWindows(state: WhyState, subject: Subject): ReadWindows {
  try {
    const windows = resolveWindows(state, subject.reach)
    if (windows !== null) return windows
    return { problem: subject.grain === null ? texts.value.why.noTime : texts.value.why.empty }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
