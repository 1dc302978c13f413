import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Brush, type MarkedWindow } from './brush.tsx'
import { computeExtent, linearScale } from './scale.ts'
import { useWidth } from './use-width.ts'

/** A point of a series: the text of its period, and the value, null for none. */
export interface SeriesPoint {
  readonly period: string
  readonly value: number | null
  /** Whether the data or the window covers the period only in part. */
  readonly isPartial: boolean
}

/** The line of a series, with windows marked on it. */
export interface SeriesChartProps {
  readonly name: string
  readonly points: readonly SeriesPoint[]
  readonly windows: readonly MarkedWindow[]
  /** How the labels of the axis are written. */
  readonly texts: (values: readonly number[]) => readonly string[]
  /** How a value is written. */
  readonly text: (value: number) => string
  /** The words of the periods from one to another, the last one included; null where there are none. */
  readonly wordsOf: (from: number, to: number) => string | null
  /** Takes the words of a window that was moved. */
  readonly move: (kind: MarkedWindow['kind'], words: string) => void
}

const HEIGHT = 190
const TOP = 10
const BOTTOM = 26
/** The width of a letter of a label, about, and what stands around it. */
const LETTER = 7
const AROUND = 14
const RIGHT = 10

/** Draws a series as one line, which breaks where a period has no value. */
export function SeriesChart(props: SeriesChartProps): JSX.Element {
  const { name, points, texts, text, wordsOf, move } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const [moved, setMoved] = useState<MarkedWindow | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const windows = props.windows.map((markedWindow) =>
    markedWindow.kind === moved?.kind ? moved : markedWindow,
  )
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const y = linearScale(computeExtent(values), [HEIGHT - BOTTOM, TOP], 3)
  const labels = texts(y.ticks)
  const leftMargin = AROUND + LETTER * Math.max(...labels.map(({ length }) => length), 1)
  const step = (width - leftMargin - RIGHT) / Math.max(1, points.length)
  const x = (at: number) => leftMargin + (at + 0.5) * step
  const line = { points, x, y }
  return (
    <div
      ref={ref}
      class="chart"
      onPointerMove={(event) => {
        const from = event.currentTarget.getBoundingClientRect().left
        setPointed(Math.floor((event.clientX - from - leftMargin) / step))
      }}
      onPointerLeave={() => setPointed(null)}
    >
      <svg width={width} height={HEIGHT} role="img" aria-label={name} data-chart={name}>
        {windows.map((markedWindow) => (
          <WindowBand
            key={markedWindow.kind}
            one={markedWindow}
            left={(at) => leftMargin + at * step}
          />
        ))}
        {y.ticks.map((tick, at) => (
          <g key={tick} class="tick">
            <line x1={leftMargin} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text x={leftMargin - 8} y={y(tick)} text-anchor="end">
              {labels[at]}
            </text>
          </g>
        ))}
        <path class="line" d={linePath(line)} />
        {windows.map((markedWindow) => (
          <path
            key={markedWindow.kind}
            class={`line ${markedWindow.kind}`}
            d={linePath(line, markedWindow)}
          />
        ))}
        <PointLabel {...line} at={pointed} text={text} right={width - RIGHT} />
      </svg>
      <Brush
        windows={windows}
        count={points.length}
        room={{ left: leftMargin, step }}
        wordsOf={wordsOf}
        show={setMoved}
        take={({ kind, from, to }) => {
          setMoved(null)
          const words = wordsOf(from, to - 1)
          if (words !== null) move(kind, words)
        }}
      />
    </div>
  )
}

interface PointedProps {
  readonly points: readonly SeriesPoint[]
  readonly x: (at: number) => number
  readonly y: (value: number) => number
  /** The point that the mouse is over; null for none. */
  readonly at: number | null
  readonly text: (value: number) => string
  /** Where the drawing ends. */
  readonly right: number
}

/** The period and the value under the mouse. */
function PointLabel({ points, x, y, at, text, right }: PointedProps): JSX.Element | null {
  const point = at === null ? undefined : points[at]
  if (at === null || point === undefined || point.value === null) return null
  const isRight = x(at) > right / 2
  return (
    <g class="pointed">
      <circle cx={x(at)} cy={y(point.value)} r={3.5} />
      <text
        x={x(at) + (isRight ? -8 : 8)}
        y={TOP + 6}
        text-anchor={isRight ? 'end' : 'start'}
      >{`${point.period}: ${text(point.value)}`}</text>
    </g>
  )
}

interface MarkedProps {
  readonly one: MarkedWindow
  readonly left: (at: number) => number
}

function WindowBand({ one: markedWindow, left: toX }: MarkedProps): JSX.Element | null {
  if (markedWindow.from >= markedWindow.to) return null
  const [from, to] = [toX(markedWindow.from), toX(markedWindow.to)]
  return (
    <g class={`window ${markedWindow.kind}`}>
      <rect
        x={from}
        y={TOP - 6}
        width={Math.max(1, to - from)}
        height={HEIGHT - BOTTOM - TOP + 12}
        rx={4}
      />
      <text x={(from + to) / 2} y={HEIGHT - 6} text-anchor="middle">
        {markedWindow.label}
      </text>
    </g>
  )
}

interface Line {
  readonly points: readonly SeriesPoint[]
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

/** The line through the points that have a value; one between two gaps is a dot. */
function linePath({ points, x, y }: Line, bounds?: MarkedWindow): string {
  const isDrawn = (at: number) =>
    (points[at]?.value ?? null) !== null &&
    (bounds === undefined || (at >= bounds.from && at < bounds.to))
  let path = ''
  points.forEach(({ value }, at) => {
    if (value === null || !isDrawn(at)) return
    const isAlone = !isDrawn(at - 1) && !isDrawn(at + 1)
    path += `${isDrawn(at - 1) ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    // A line of no length has round ends.
    if (isAlone) path += 'h0'
  })
  return path
}
