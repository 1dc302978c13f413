import type { RankDimensionsData } from '@tributary/contract'
import { formatPercent } from '@tributary/core/numbers'
import type { Paint } from '../terminal/paint.ts'
import { type Cell, type Column, renderTable } from './table.ts'
import { printable } from './text.ts'

type Ranked = RankDimensionsData['dimensions'][number]

/** Options of {@link renderMainDimensions}. */
export interface MainDimensionsOptions {
  /** All dimensions that were ranked. */
  readonly ranked: readonly Ranked[]
  readonly paint: Paint
}

/** The longest list of rows that is named. */
const WIDEST = 44

/** The lines that say which dimensions explain most of a change, and how much. */
export function renderMainDimensions(
  main: readonly Ranked[],
  { ranked, paint }: MainDimensionsOptions,
): readonly string[] {
  const dimensions = ranked.length === 1 ? 'the only dimension' : `${ranked.length} dimensions`
  const notes = describeDependencies(ranked).map((text) => paint('faint', printable(text)))
  if (main.length === 0) {
    return [
      `Along ${dimensions} no row changed more than its part of the whole.`,
      paint('faint', 'To see another dimension, add --by DIMENSION.'),
      ...notes,
    ]
  }
  const isDivided = main.some(({ mixShare }) => mixShare !== null)
  const unsigned = (share: number | null): Cell => ({
    text: formatPercent(share).replace('+', ''),
    role: 'faint',
  })
  const columns: readonly Column[] = [
    { title: 'dimension', align: 'left', widest: 40 },
    { title: 'rows that explain most', align: 'left', widest: WIDEST },
    { title: 'share', align: 'right' },
    { title: 'expected', align: 'right' },
    { title: 'by chance', align: 'right' },
    ...(isDivided ? [{ title: 'mix', align: 'right' } as const] : []),
  ]
  const rows = main.map((entry): readonly Cell[] => [
    { text: printable(entry.dimension), role: 'title' },
    { text: printable(nameGroups(entry)), role: 'plain' },
    { text: formatPercent(entry.share), role: 'with' },
    unsigned(entry.expected),
    unsigned(entry.chance),
    ...(isDivided ? [{ text: formatPercent(entry.mixShare), role: 'with' } as const] : []),
  ])
  const heading = `Of ${dimensions} these explain most: the share of the change of up to three rows, the share to be expected if all rows had changed alike, and what chance adds to it${isDivided ? '; for the rates, and the share of the mix' : ''}`
  return [paint('faint', heading), '', ...renderTable(columns, rows, paint), ...notes]
}

function nameGroups({ explaining, groups }: Ranked): string {
  if (explaining.length === 0) return ''
  const names = explaining.map((value) => value ?? '(no value)').join(', ')
  return `${names} (${explaining.length} of ${groups})`
}

/** Why a dimension that explains much is not first. */
function describeDependencies(ranked: readonly Ranked[]): readonly string[] {
  return ranked.flatMap(({ dimension, determines, followsFrom }) => [
    ...(determines ? [`${dimension} determines the metric: each of its groups has 0 or 1.`] : []),
    ...(followsFrom === null ? [] : [`${dimension} follows from ${followsFrom}.`]),
  ])
}
