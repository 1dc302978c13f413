import type { JSX } from 'preact'
import { type WaterfallBar, waterfallEnds } from '../analysis/waterfall.ts'
import { linearScale } from './scale.ts'
import { useWidth } from './use-width.ts'

/** A bar of a waterfall with its texts. */
export interface LabelledBar {
  readonly bar: WaterfallBar
  readonly label: string
  /** The text beside the bar: the value of a total, else the change. */
  readonly text: string
  /** The whole of it in words, for a screen reader and on hover. */
  readonly title: string
  /** Called when the bar is chosen; null for bars that cannot be chosen. */
  readonly choose: (() => void) | null
}

const ROW = 27
const BAR = 18
const LABELS = 148
const TEXTS = 76

/** Horizontal bars from one total to the other. A table with the same values stands beside it for screen readers. */
export function WaterfallChart({
  bars,
  name,
  cut,
}: {
  bars: readonly LabelledBar[]
  name: string
  /** Says that the totals are not drawn from 0. */
  cut: string
}): JSX.Element {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [least, most] = waterfallEnds(bars.map(({ bar }) => bar))
  const scale = linearScale([least, most], [LABELS, width - TEXTS], 6)
  // Bars that end outside of the drawing are drawn up to its edge.
  const clampToChart = (value: number) =>
    value < least ? LABELS : value > most ? width - TEXTS : scale(value)
  return (
    <div ref={ref} class="chart">
      <svg
        width={width}
        height={bars.length * ROW + 4}
        role="img"
        aria-label={name}
        data-chart={name}
      >
        {bars.map((labeledBar, at) => (
          <Bar
            key={`${at}`}
            one={labeledBar}
            y={at * ROW + 4}
            scale={clampToChart}
            isCut={least * most > 0}
            next={bars[at + 1]?.bar}
          />
        ))}
      </svg>
      {least * most > 0 && <p class="hint">{cut}</p>}
    </div>
  )
}

interface BarProps {
  readonly one: LabelledBar
  readonly y: number
  readonly scale: (value: number) => number
  /** Whether the drawing does not begin at 0. */
  readonly isCut: boolean
  readonly next: WaterfallBar | undefined
}

/** The width of the mark of a total where the drawing does not begin at 0: a bar would have a false length. */
const MARK = 4

function Bar({ one: labeledBar, y, scale, isCut, next }: BarProps): JSX.Element {
  const { bar, label, text, title, choose } = labeledBar
  const isTotal = bar.kind === 'compare' || bar.kind === 'current'
  const ends =
    isTotal && isCut
      ? [scale(bar.to) - MARK / 2, scale(bar.to) + MARK / 2]
      : [scale(bar.from), scale(bar.to)]
  const [left, right] = ends.sort((a, b) => a - b) as [number, number]
  const middle = y + BAR / 2
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table below has a button for each group
    <g
      class={`bar ${bar.kind} ${bar.to < bar.from ? 'less' : 'more'}${choose ? ' choice' : ''}`}
      onClick={choose ?? undefined}
    >
      <title>{title}</title>
      <rect class="hit" x={0} y={y - 4} width={right + TEXTS} height={ROW} />
      <text class="label" x={LABELS - 10} y={middle} text-anchor="end">
        {shortenLabel(label)}
      </text>
      <rect class="fill" x={left} y={y} width={Math.max(1, right - left)} height={BAR} rx={3} />
      <text class={isTotal ? 'amount total' : 'amount'} x={right + 7} y={middle}>
        {text}
      </text>
      {next !== undefined && (
        <line class="joint" x1={scale(bar.to)} x2={scale(bar.to)} y1={y + BAR} y2={y + ROW} />
      )}
    </g>
  )
}

const MOST_LETTERS = 19

function shortenLabel(label: string): string {
  const letters = [...label]
  return letters.length <= MOST_LETTERS ? label : `${letters.slice(0, MOST_LETTERS - 1).join('')}…`
}
