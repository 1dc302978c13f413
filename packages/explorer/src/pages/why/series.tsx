import type { NumberStyle } from '@tributary/core/numbers'
import { parseTime, rangeCondition, rangeText } from '@tributary/expression'
import type { JSX } from 'preact'
import { seriesRange } from '../../analysis/series-range.ts'
import { listPageConditions, type Windows } from '../../analysis/why-question.ts'
import { getClient } from '../../answers/client.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import type { MarkedWindow } from '../../charts/brush.tsx'
import { SeriesChart } from '../../charts/series-chart.tsx'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { axisTexts } from '../../text/numbers.ts'
import type { AnswerProps } from './breakdown-props.ts'

type SeriesProps = Pick<AnswerProps, 'state' | 'subject' | 'windows' | 'comparison' | 'change'> & {
  /** How the values of the answer are written; null where there is none, and each value decides. */
  readonly style: NumberStyle | null
}

/** The metric over time around both windows, under the same conditions. A window that is moved is asked for. */
export function Series({
  state,
  subject,
  style,
  windows,
  comparison,
  change,
}: SeriesProps): JSX.Element {
  const { why } = texts.value
  const { grain, range } = seriesRange(windows, subject.reach)
  const body = {
    metric: state.metric,
    grain,
    timeConstraint: rangeCondition(range),
    filters: [...listPageConditions(state, subject.types)],
  }
  const answerState = useAnswer({
    key: `series ${JSON.stringify(body)}`,
    ask: (signal) => getClient().metricSeries(body, { signal }),
  })
  return (
    <div class="series">
      <Frame answerState={answerState} height={190}>
        {({ table, periods }) => {
          /** The words of the periods from one to another, the last one included. */
          const formatPeriodRange = (from: number, to: number): string | null => {
            const first = parseTime(periods[from]?.period ?? '')
            const next = periods[to + 1]?.period
            const end = next === undefined ? range.to : parseTime(next)
            return first === null || end === null ? null : rangeText({ from: first, to: end })
          }
          if (
            periods.length > 0 &&
            !(table.value ?? []).some((value) => typeof value === 'number')
          ) {
            return <p class="hint">{why.noNumbers}</p>
          }
          const starts = periods.map(({ period }) => parseTime(period) ?? 0n)
          const marked = (['compare', 'current'] as const).map((kind): MarkedWindow => {
            const inside = ({ from, to }: Windows['current']) =>
              [from, to].map((time) => starts.filter((start) => start < time).length)
            const [from = 0, to = 0] = inside(windows[kind])
            return { kind, from, to, label: comparison.labels[kind], name: why.window[kind] }
          })
          return (
            <SeriesChart
              name={why.series(subject.displayName)}
              windows={marked}
              texts={(values) => axisTexts(subject.form, values)}
              text={(value) => style?.value(value) ?? axisTexts(subject.form, [value])[0]!}
              points={periods.map(({ period, partial }, at) => ({
                period,
                value: toNumber(table.value?.[at]),
                isPartial: partial,
              }))}
              wordsOf={formatPeriodRange}
              move={(kind, words) => {
                // The window that is not moved stays where it is.
                const { current, compare } = comparison.labels
                change(
                  kind === 'current'
                    ? { now: words, was: state.was ?? compare }
                    : { now: state.now ?? current, was: words },
                )
              }}
            />
          )
        }}
      </Frame>
    </div>
  )
}

function toNumber(value: number | string | null | undefined): number | null {
  return typeof value === 'number' ? value : null
}
