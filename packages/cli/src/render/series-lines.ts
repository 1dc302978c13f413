import type { Numeric } from '@tributary/core/numbers'
import type { Paint } from '../terminal/paint.ts'
import { printable } from './text.ts'

/** A metric over time, of all rows or of a group. */
export interface SeriesLine {
  readonly name: string
  /** A value for each period, in order. */
  readonly values: readonly Numeric[]
  /** The first days of periods of which only a part is there. */
  readonly partial: readonly string[]
}

const TICKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const

/** The widest name before a line. */
const WIDEST = 30

/** A small line for each series of three or more periods, all from the smallest to the largest value of their own. */
export function renderSeriesLines(
  series: readonly SeriesLine[],
  { width, paint }: { readonly width: number; readonly paint: Paint },
): readonly string[] {
  const plottedSeries = series.filter(({ values }) => values.length >= 3)
  if (plottedSeries.length === 0) return []
  const names = plottedSeries.map(({ name }) => printable(name).slice(0, WIDEST))
  const wide = Math.max(...names.map((name) => name.length))
  const lines = plottedSeries.map(({ values }, i) => {
    const room = Math.max(10, width - wide - 4)
    return `${names[i]!.padEnd(wide)}  ${paint('with', sparkline(values.map(toNumber), room))}`
  })
  const partial = [...new Set(plottedSeries.flatMap((seriesLine) => seriesLine.partial))].toSorted()
  const note =
    partial.length === 0
      ? []
      : [paint('faint', `only a part of these is there: ${joinNames(partial)}`)]
  return [...lines, ...note, '']
}

function joinNames(names: readonly string[]): string {
  const [first = '', second = ''] = names
  if (names.length <= 2) return names.join(', ')
  return `${first}, ${second} and ${names.length - 2} more`
}

function toNumber(value: Numeric): number | null {
  const number = value === null ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

/** A line of blocks between the smallest and the largest value; neighbours are averaged when there are too many. */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const step = Math.max(1, Math.ceil(values.length / width))
  const points = Array.from({ length: Math.ceil(values.length / step) }, (_, at) => {
    const part = values.slice(at * step, (at + 1) * step).filter((value) => value !== null)
    return part.length === 0 ? null : part.reduce((a, b) => a + b / part.length, 0)
  })
  const presentPoints = points.filter((point) => point !== null)
  const [least, most] = [Math.min(...presentPoints), Math.max(...presentPoints)]
  return points
    .map((point) => {
      if (point === null) return ' '
      const height = most === least ? 0 : (point - least) / (most - least)
      return TICKS[Math.round(height * (TICKS.length - 1))]
    })
    .join('')
}
