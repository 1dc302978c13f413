import type { MovementsData, MovementsRequest } from '@tributary/contract'
import { type NumberForm, PLAIN } from '@tributary/core/numbers'
import { isAverageOfPrevious, rangeText } from '@tributary/expression'
import type { JSX } from 'preact'
import type { HomeWindows } from '../../address/page.ts'
import { newWhyState } from '../../address/why-state.ts'
import { comparePresets, windowPresets } from '../../analysis/presets.ts'
import { type Reach, resolveWindows, type Windows } from '../../analysis/why-question.ts'
import { getClient } from '../../answers/client.ts'
import { go, toPageHref } from '../../answers/place.ts'
import { type Question, useAnswer } from '../../answers/use-answer.ts'
import { type OverallReach, useReach } from '../../answers/use-reach.ts'
import { Frame } from '../../parts/frame.tsx'
import { WindowChoice } from '../../parts/window-choice.tsx'
import { texts } from '../../text/language.ts'
import { countText, createNumberStyle, rateText } from '../../text/numbers.ts'
import { exactly } from '../why/words.ts'

type Movement = MovementsData['movements'][number]

/** Which metrics moved more than they usually do, between two windows that can be chosen. */
export function Movements({ windows }: { windows: HomeWindows }): JSX.Element {
  const answerState = useReach()
  return (
    <Frame answerState={answerState} height={280}>
      {(overall) => overall !== null && <Between windows={windows} {...overall} />}
    </Frame>
  )
}

interface BetweenProps extends OverallReach {
  readonly windows: HomeWindows
}

function Between({ windows, reach, isShared }: BetweenProps): JSX.Element {
  const { home, why } = texts.value
  const read = readWindows(windows, reach)
  const ranges = 'problem' in read ? null : read
  // Each metric has ranges of its own where none are chosen and the datasets differ.
  const isOfEach = windows.now === null && !isShared
  const change = (part: Partial<HomeWindows>) =>
    go({ page: 'home', windows: { ...windows, ...part } })
  const [before, against, end] = home.question
  return (
    <section class="question">
      <div class="sentence">
        {before}{' '}
        <WindowChoice
          hint={why.windowHint}
          presets={windowPresets(reach)}
          chosen={windows.now}
          displayText={isOfEach ? home.latest : ranges && rangeText(ranges.current)}
          choose={(now) => change({ now })}
        />{' '}
        {against}{' '}
        <WindowChoice
          hint={why.compareHint}
          presets={ranges === null ? [] : comparePresets(ranges.current, reach)}
          chosen={windows.was}
          displayText={
            isOfEach && windows.was === null ? home.before : ranges && rangeText(ranges.compare)
          }
          choose={(was) => change({ was })}
        />
        {end}
      </div>
      {'problem' in read ? (
        <p class="note" role="alert">
          {read.problem}
        </p>
      ) : (
        <Found
          request={
            windows.now === null
              ? windows.was === null
                ? {}
                : { compare: windows.was }
              : { current: rangeText(read.current), compare: rangeText(read.compare) }
          }
          isMean={isAverageOfPrevious(windows.was ?? '')}
        />
      )}
    </section>
  )
}

function readWindows(windows: HomeWindows, reach: Reach): Windows | { readonly problem: string } {
  try {
    return resolveWindows(windows, reach) ?? { problem: texts.value.why.empty }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

interface NamedMovements extends Pick<MovementsData, 'quiet' | 'beyond'> {
  /** Those with a value in both windows. */
  readonly compared: readonly Movement[]
  /** How many have none, or cannot be compared. */
  readonly without: number
  readonly forms: ReadonlyMap<string, NumberForm>
}

const SHOWN = 20
const CAUSES = 3

type Ranges = Pick<MovementsRequest, 'current' | 'compare' | 'attributionCalculateType'>

/** The ranges of a question; those that the data of each metric has by default where it names none. */
function movementsQuestion(ranges: Ranges): Question<NamedMovements> {
  const body = { ...ranges, limit: SHOWN, causes: CAUSES }
  return {
    key: `movements ${JSON.stringify(body)}`,
    ask: async (signal) => {
      const service = getClient()
      const {
        movements,
        leftOut,
        quiet,
        beyond: uncomparedCount,
      } = await service.metricMovements(body, { signal })
      const compared = movements.filter(({ change }) => change !== null)
      const details = await Promise.all(
        compared.map(({ metric }) => service.metricDetail({ metricName: metric }, { signal })),
      )
      const forms = details.map(({ unit, format }, at) => {
        return [compared[at]!.metric, { unit, format }] as const
      })
      const without = leftOut.length + movements.length - compared.length
      return { compared, without, quiet, beyond: uncomparedCount, forms: new Map(forms) }
    },
  }
}

function Found({ request, isMean }: { request: Ranges; isMean: boolean }): JSX.Element {
  const { home } = texts.value
  const answerState = useAnswer(
    movementsQuestion(isMean ? { ...request, attributionCalculateType: 'AVG' } : request),
  )
  return (
    <Frame answerState={answerState} height={240}>
      {({ compared, forms, quiet, without, beyond: uncomparedCount }) => (
        <div class="card scroll">
          {compared.length === 0 && <p class="hint">{home.noMovements}</p>}
          {[...groupByRanges(compared)].map(([key, movements], index) => (
            <RankedMetrics key={key} movements={movements} forms={forms} isFirst={index === 0} />
          ))}
          <p class="hint">
            {quiet > 0 && home.quiet(countText(quiet))}
            {without > 0 && ` ${home.leftOut(countText(without))}`}
            {uncomparedCount > 0 && ` ${home.beyond(countText(uncomparedCount))}`}
          </p>
        </div>
      )}
    </Frame>
  )
}

/** The metrics that are compared in the same ranges, in their order. */
function groupByRanges(movements: readonly Movement[]): ReadonlyMap<string, readonly Movement[]> {
  return Map.groupBy(
    movements,
    ({ currentRange, compareRange }) => `${currentRange} ${compareRange}`,
  )
}

interface RankedProps {
  readonly movements: readonly Movement[]
  readonly forms: NamedMovements['forms']
  readonly isFirst: boolean
}

/** Metrics that are compared in the same ranges. */
function RankedMetrics({ movements, forms, isFirst }: RankedProps): JSX.Element {
  const { home, why } = texts.value
  const { currentRange, compareRange } = movements[0]!
  const windows = { now: currentRange, was: compareRange }
  return (
    <table>
      <caption>
        {isFirst ? home.movements : `${currentRange} ${home.question[1]} ${compareRange}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">{why.tree.metric}</th>
          <th scope="col">{compareRange}</th>
          <th scope="col">{currentRange}</th>
          <th scope="col">{why.columns.growth}</th>
          <th scope="col">%</th>
          <th scope="col">{home.usual}</th>
          <th scope="col" class="text">
            {home.verdict}
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map((movement) => (
          <Row
            key={movement.metric}
            one={movement}
            form={forms.get(movement.metric) ?? PLAIN}
            windows={windows}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly one: Movement
  readonly form: NumberForm
  readonly windows: HomeWindows
}

function Row({ one: movement, form, windows }: RowProps): JSX.Element {
  const { home } = texts.value
  const { metric, displayName, current, compare, change, usual, times, unusual, cause } = movement
  const style = createNumberStyle(form, { values: [compare, current], changes: [change] })
  const rate = change === null || !compare ? null : change / Math.abs(compare)
  return (
    <tr>
      <th scope="row">
        <a href={toPageHref({ page: 'why', state: { ...newWhyState(metric), ...windows } })}>
          {displayName}
        </a>
      </th>
      <td {...exactly(compare)}>{style.value(compare)}</td>
      <td {...exactly(current)}>{style.value(current)}</td>
      <td class="main" {...exactly(change)}>
        {style.change(change)}
      </td>
      <td>{rateText(rate)}</td>
      <td {...exactly(usual)}>{usual === null ? '–' : `±${style.value(usual)}`}</td>
      <td class="text">
        {unusual === true && <strong>{home.unusual}</strong>}{' '}
        {times !== null && home.times(String(Number(times.toPrecision(2))))}
        {cause?.where && (
          <div class="hint">
            <code>{cause.where}</code>
          </div>
        )}
      </td>
    </tr>
  )
}
