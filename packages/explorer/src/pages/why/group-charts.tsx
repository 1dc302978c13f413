import type { JSX } from 'preact'
import type { DrillStep } from '../../address/why-state.ts'
import { type GroupRow, toNumber } from '../../analysis/group-table.ts'
import { bySize, type WaterfallBar, waterfallBars } from '../../analysis/waterfall.ts'
import { type LabelledBar, WaterfallChart } from '../../charts/waterfall-chart.tsx'
import { texts } from '../../text/language.ts'
import { countText } from '../../text/numbers.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { groupLabel } from './words.ts'

type ChartProps = BreakdownProps & { readonly name: string }

const SHOWN = 10
const SHOWN_AS_BARS = 20

/** The way from one total to the other in steps of groups. */
export function Waterfall(props: ChartProps): JSX.Element {
  const { table, total, name } = props
  const [current, compare] = [toNumber(total.current), toNumber(total.compare)]
  const bars =
    current !== null && compare !== null
      ? waterfallBars(table, { current, compare, visibleCount: SHOWN })
      : null
  if (bars === null) return <p class="note">{texts.value.why.noContributions}</p>
  return (
    <WaterfallChart
      name={name}
      cut={texts.value.why.cutAxis}
      bars={bars.map((bar) => toLabeledBar(bar, props))}
    />
  )
}

/** The largest contributions beside one another. */
export function Bars(props: ChartProps): JSX.Element {
  const rows = bySize(props.table.rows).slice(0, SHOWN_AS_BARS)
  if (rows.some(({ contribution }) => contribution === null)) {
    return <p class="note">{texts.value.why.noContributions}</p>
  }
  const bars = rows.map((row): WaterfallBar => {
    return { kind: 'group', from: 0, to: row.contribution!, row, groups: 1 }
  })
  return (
    <WaterfallChart
      name={props.name}
      cut={texts.value.why.cutAxis}
      bars={bars.map((bar) => toLabeledBar(bar, props))}
    />
  )
}

function toLabeledBar(
  bar: WaterfallBar,
  { comparison, table, drill, styles }: BreakdownProps,
): LabelledBar {
  const { why } = texts.value
  const change = styles.part.change(bar.to - bar.from)
  switch (bar.kind) {
    case 'compare':
    case 'current': {
      const label = comparison.labels[bar.kind]
      const text = styles.value.value(bar.to)
      return { bar, label, text, title: `${label}: ${text}`, choose: null }
    }
    case 'group': {
      const row = bar.row!
      const label = groupLabel(row)
      const { value } = styles.value
      const values = `${value(row.compare)} → ${value(row.current)}`
      const title = `${label}: ${change} (${values})`
      return {
        bar,
        label,
        text: change,
        title,
        choose: () => drill(stepsTo(row, table.dimensions)),
      }
    }
    case 'rest': {
      const label = why.others(countText(bar.groups))
      return { bar, label, text: change, title: `${label}: ${change}`, choose: null }
    }
    case 'residual':
      return {
        bar,
        label: why.residual,
        text: change,
        title: `${why.residual}: ${change}`,
        choose: null,
      }
  }
}

/** The steps that lead into a group. */
export function stepsTo(row: GroupRow, dimensions: readonly string[]): readonly DrillStep[] {
  return dimensions.map((dimension, at) => ({
    dimension,
    value: row.missing[at] ? null : row.labels[at]!,
  }))
}
