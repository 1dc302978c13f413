import type { DrillStep } from '../address/why-state.ts'
import type { GroupRow, GroupTable } from './group-table.ts'
import { bySize } from './waterfall.ts'

/** A box of an icicle: a group, or the groups that are too small for boxes of their own. */
export interface IcicleBox {
  /** The group; null for several. */
  readonly row: GroupRow | null
  /** How many groups it stands for. */
  readonly groups: number
  readonly contribution: number
  /** Where it begins and ends, as parts of the width. */
  readonly from: number
  readonly to: number
  /** Whether the drill path leads through it. */
  readonly isChosen: boolean
}

/** The least part of the width that a box has; smaller ones are drawn as one. */
const NARROWEST = 0.04
/** The least part of a level that the chosen group has, since its own parts are drawn below it. */
const CHOSEN = 0.35

/**
 * The levels of a drill path from the whole down. Each level divides the width of the group chosen above it by the sizes
 * of the contributions; the last one has no choice. A level whose contributions are not defined or all 0 ends it.
 */
export function icicleLevels(
  tables: readonly Pick<GroupTable, 'rows' | 'remainder'>[],
  path: readonly DrillStep[],
): readonly (readonly IcicleBox[])[] {
  const levels: (readonly IcicleBox[])[] = []
  let [from, to] = [0, 1]
  for (const [level, table] of tables.entries()) {
    const chosen = path[level]
    const boxes = createIcicleBoxes(table, { from, to, chosen })
    if (boxes.length === 0) return levels
    levels.push(boxes)
    const next = boxes.find(({ isChosen }) => isChosen)
    if (next === undefined) return levels
    ;[from, to] = [next.from, next.to]
  }
  return levels
}

interface Room {
  readonly from: number
  readonly to: number
  readonly chosen: DrillStep | undefined
}

function createIcicleBoxes(
  { rows, remainder }: Pick<GroupTable, 'rows' | 'remainder'>,
  { from, to, chosen }: Room,
): readonly IcicleBox[] {
  // Groups that are not listed are known as one sum.
  const unlisted = remainder === null ? 0 : (remainder.contribution ?? Number.NaN)
  const total = rows.reduce(
    (sum, { contribution }) => sum + Math.abs(contribution ?? Number.NaN),
    Math.abs(unlisted),
  )
  if (!(total > 0)) return []
  const part = (row: GroupRow) => Math.abs(row.contribution!) / total
  const isChosen = (row: GroupRow) => chosen !== undefined && isStep(row, chosen)
  const ordered = bySize(rows)
  const isShown = (row: GroupRow) =>
    isChosen(row) || part(row) * (to - from) >= NARROWEST * (1 + CHOSEN)
  const narrowRows = ordered.filter((row) => !isShown(row))
  const visibleRows = ordered.filter(isShown)
  const widths = visibleRows.map((row) => (isChosen(row) ? Math.max(part(row), CHOSEN) : part(row)))
  const narrowShare = narrowRows.reduce((sum, row) => sum + part(row), Math.abs(unlisted) / total)
  const scale = (to - from) / (widths.reduce((sum, width) => sum + width, 0) + narrowShare)
  let at = from
  const boxes = visibleRows.map((row, index): IcicleBox => {
    const begun = at
    at = Math.min(to, at + widths[index]! * scale)
    const size = { groups: 1, contribution: row.contribution! }
    return { row, ...size, from: begun, to: at, isChosen: isChosen(row) }
  })
  const groups = narrowRows.length + (remainder?.groups ?? 0)
  if (groups === 0) return boxes
  const contribution = narrowRows.reduce((sum, row) => sum + row.contribution!, unlisted)
  return [...boxes, { row: null, groups, contribution, from: at, to, isChosen: false }]
}

function isStep({ labels, missing }: GroupRow, { value }: DrillStep): boolean {
  return value === null ? missing[0] === true : missing[0] === false && labels[0] === value
}
