import type { Paint } from '../terminal.ts'
import { displayWidth } from './display-width.ts'

/** Where bars go. */
export interface BarOptions {
  /** How many columns there are for line and bar; null is as many as it takes. */
  readonly width: number | null
  readonly paint: Paint
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const
const GAP = '  '
const LONGEST = 10
/** Shorter bars say nothing. */
const SHORTEST = 4

/**
 * `lines` with a bar after each that has a share: its length is the share's size beside the largest, its
 * colour the sign. Lines with a bar must be of one width. Where there is no room, the lines as they are.
 */
export function appendBars(
  lines: readonly string[],
  shares: readonly (number | null)[],
  { width, paint }: BarOptions,
): readonly string[] {
  const used = Math.max(...lines.map(displayWidth)) + GAP.length
  const room = Math.min(LONGEST, width === null ? LONGEST : width - used)
  if (room < SHORTEST) return lines
  const largest = Math.max(...shares.map((share) => Math.abs(share ?? 0)))
  return lines.map((line, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return line
    const bar = renderBar(Math.abs(share) / largest, room)
    return `${line}${GAP}${paint(share > 0 ? 'with' : 'against', bar)}`
  })
}

/** A bar of `part` (above 0, at most 1) of `width` columns, to an eighth of a column. */
function renderBar(part: number, width: number): string {
  const eighths = Math.max(1, Math.round(part * width * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]!
}
