import { rangeCondition, toText } from '@tributary/expression'
import type { JSX } from 'preact'
import type { WhyState } from '../../address/why-state.ts'
import { seriesRange } from '../../analysis/series-range.ts'
import { conditionsOf, type Windows } from '../../analysis/why-question.ts'
import { client } from '../../answers/client.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { type MarkedWindow, SeriesChart } from '../../charts/series-chart.tsx'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import type { Subject } from './subject.ts'
import { valueText } from './words.ts'

interface SeriesProps {
  readonly state: WhyState
  readonly subject: Subject
  readonly windows: Windows
  /** The texts of the compare window and of the current one. */
  readonly labels: readonly [compare: string, current: string]
}

/** The metric over time around both windows, under the same conditions. */
export function Series({ state, subject, windows, labels }: SeriesProps): JSX.Element {
  const { why } = texts.value
  const { grain, range } = seriesRange(windows, subject.reach)
  const body = {
    metric: state.metric,
    grain,
    timeConstraint: rangeCondition(range),
    filters: [...conditionsOf(state, subject.types)],
  }
  const asked = useAnswer({
    key: `series ${JSON.stringify(body)}`,
    ask: (signal) => client.value!.metricSeries(body, { signal }),
  })
  const marked = (['compare', 'current'] as const).map((kind, at): MarkedWindow => {
    const { from, to } = windows[kind]
    return {
      kind,
      from: toText(from, 'TIMESTAMP')!,
      to: toText(to, 'TIMESTAMP')!,
      label: labels[at]!,
    }
  })
  return (
    <div class="series">
      <Frame asked={asked} height={190}>
        {({ table, periods }) => (
          <SeriesChart
            name={why.series(subject.displayName)}
            windows={marked}
            text={(value) => valueText(value)}
            points={periods.map(({ period, partial }, at) => ({
              period,
              value: toNumber(table.value?.[at]),
              isPartial: partial,
            }))}
          />
        )}
      </Frame>
    </div>
  )
}

function toNumber(value: number | string | null | undefined): number | null {
  return typeof value === 'number' ? value : null
}
