import type { MovementsData } from '@tributary/contract'
import { formatPercent, formatQuantity, NO_NUMBER, PLAIN } from '@tributary/core/numbers'
import type { Presentation } from '@tributary/platform/internal'
import type { Paint } from '../terminal/paint.ts'
import { numberStyle, unitBehind } from './number-style.ts'
import { appendBars, type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'
import { renderWarning } from './warning.ts'

/** An answer of `tributary movements`, and how to print it. */
export interface MovementsPrint {
  readonly answer: MovementsData
  /** Both sides of the comparison, as a person reads them; null where each metric has sides of its own. */
  readonly sides: string | null
  /** Unit and format by metric. */
  readonly presentations: ReadonlyMap<string, Presentation>
  readonly paint: Paint
  /** The width of the terminal; null for no limit. */
  readonly width: number | null
}

const COLUMNS: readonly Column[] = [
  { title: 'metric', align: 'left', widest: 48 },
  { title: 'comparison', align: 'right' },
  { title: 'current', align: 'right' },
  { title: 'change', align: 'right' },
  { title: 'change %', align: 'right' },
  { title: 'usual change', align: 'right' },
  { title: 'times usual', align: 'right' },
  { title: '', align: 'left' },
]

/** The lines of an answer: the headline, the metrics with bars, and what was left out. */
export function renderMovements(print: MovementsPrint): readonly string[] {
  const { answer, sides, paint, width } = print
  const { movements, considered, leftOut, beyond: uncomparedCount, warnings } = answer
  const before =
    considered.history === 0 ? 'without a history' : `${considered.history} changes before`
  const pairs = [...new Set(movements.map(formatSides))]
  const hasPeriods = sides === null && pairs.length > 1
  const rows = movements.map((movement) => [
    ...toMovementCells(movement, print),
    ...(hasPeriods ? [{ text: formatSides(movement), role: 'faint' } as const] : []),
  ])
  const columns = hasPeriods ? [...COLUMNS, PERIOD_COLUMN] : COLUMNS
  const bars = movements.map(({ times, score }) => times ?? score)
  const lines = appendBars(renderTable(columns, rows, paint), [null, ...bars], { width, paint })
  const listedCount = movements.length
  const more = considered.metrics - listedCount
  return [
    paint('title', printable(answer.headline)),
    paint('faint', printable(`${sides ?? describeDefault(pairs)}; ${before}`)),
    ...warnings.flatMap((warning) => renderWarning(warning, 'times', paint)),
    '',
    ...lines,
    ...(more > 0 ? [paint('faint', `… ${more} more metrics; --rows shows more`)] : []),
    ...leftOut.slice(0, MOST_LEFT_OUT).map(({ metric, reason }) => {
      return paint('faint', printable(`left out ${metric}: ${reason}`))
    }),
    ...(leftOut.length > MOST_LEFT_OUT
      ? [paint('faint', `… ${leftOut.length - MOST_LEFT_OUT} more left out; --json has them`)]
      : []),
    ...(uncomparedCount > 0
      ? [paint('faint', `${uncomparedCount} more metrics were not compared; name them`)]
      : []),
  ]
}

const PERIOD_COLUMN: Column = { title: 'current against comparison', align: 'left' }

function formatSides({ currentRange, compareRange }: Movement): string {
  return `${currentRange} against ${compareRange}`
}

/** The sides of a question that names none. */
function describeDefault(pairs: readonly string[]): string {
  const [first] = pairs
  return pairs.length === 1
    ? `${first}, the latest comparable period of the data`
    : 'each metric in the latest comparable period of its data'
}

const MOST_LEFT_OUT = 5

type Movement = MovementsData['movements'][number]

function toMovementCells(movement: Movement, { presentations }: MovementsPrint): readonly Cell[] {
  const { metric, current, compare, change, usual, times } = movement
  const presentation = presentations.get(metric) ?? PLAIN
  const style = numberStyle({
    presentation,
    values: [compare, current],
    changes: [change],
    exact: false,
  })
  const unit = unitBehind(presentation).trim()
  const plain = (text: string): Cell => ({ text, role: 'plain' })
  const isQuiet = change !== null && usual !== null && Math.abs(change) <= usual
  const role = movement.unusual ? 'heading' : isQuiet ? 'faint' : 'plain'
  const rate = change === null || compare === null || compare === 0 ? null : change / compare
  return [
    { text: printable(metric) + (unit === '' ? '' : `, ${unit}`), role },
    plain(style.value(compare)),
    plain(style.value(current)),
    plain(style.change(change)),
    plain(formatPercent(rate)),
    plain(usual === null ? NO_NUMBER : `±${style.value(usual)}`),
    plain(formatQuantity(times, 1)),
    { text: (movement.unusual ? 'unusual' : isQuiet ? 'quiet' : '').padEnd(7), role },
  ]
}
