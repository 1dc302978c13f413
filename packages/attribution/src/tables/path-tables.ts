import type { SlicedWork } from '@tributary/core/internal'
import type { Decimal } from '@tributary/expression'
import {
  compareDecimals,
  decimalText,
  parseDecimal,
  subtractDecimals,
} from '@tributary/expression/internal'
import { compareCodePoints } from '../numbers/code-points.ts'
import { plainText, roundRate } from '../numbers/growth.ts'
import { CONTRIBUTION, CONTRIBUTION_PARTS } from '../request/request.ts'
import { type Warning, warning, warningText } from '../request/warnings.ts'
import type { AttributionTable } from './answer.ts'
import { columnTable, type NamedColumn } from './column-table.ts'
import { NULL_TEXT } from './row-keys.ts'

/** Which values take part at each step of a path. */
export interface PathSelection {
  /** `TOP`: those with the largest shares of the change; `BOTTOM`: those with the smallest, which moved against it. */
  readonly type: 'TOP' | 'BOTTOM'
  /** How many, below each value of the step before. */
  readonly number: number
}

/** A column that the rows below one row are sorted by. */
export interface PathOrder {
  /** A dimension of the path, or a column that begins with `@`. */
  readonly column: string
  readonly direction: 'ASC' | 'DESC'
}

/** The table of one step. Rows below one row of the table before stand together, in the order of those. */
export interface PathTable extends Omit<AttributionTable, 'rest' | 'residual'> {
  /** The row of the table before that each row is a part of. Empty for the overall table. */
  readonly parents: readonly number[]
  /** For each row of the table before, the sum of its groups that have no row here. */
  readonly rests: readonly PathRest[]
}

/** The rows below one row of the table before that were left out. */
export interface PathRest {
  /** The row of the table before. */
  readonly parent: number
  readonly rows: number
  /** The contribution of the row above less those of its rows here, exact; null where one of them is not defined. */
  readonly contribution: string | null
  readonly overallContributionRate: number | null
  readonly relativeContributionRate: number | null
}

/** How tables become the tables of a path. */
export interface PathOptions {
  readonly select: PathSelection
  readonly orders: readonly PathOrder[]
  /** The most rows of a table. */
  readonly maxRows: number
  /** Whether the tables keep the contributions as columns. */
  readonly contributions: boolean
}

/**
 * The tables of a path from the tables of all its prefixes, which have contributions and all rows: the overall table
 * first, then one for each step. Yields between steps.
 */
export function* pathTables(
  [overall, ...tables]: readonly AttributionTable[],
  options: PathOptions,
): SlicedWork<readonly PathTable[]> {
  const rootLevel = createLevel(overall!)
  const change = rootLevel.contribution(0)
  const root: PathRoot = {
    change,
    falls: change?.startsWith('-') === true,
    overall: overall!.empty ? null : rootLevel.number('@overallContributionRate', 0),
  }
  let before: Chosen = { level: rootLevel, rows: overall!.empty ? [] : [0] }
  const { rest: _, residual: __, ...total } = overall!
  const resultTables: PathTable[] = [
    { ...total, table: selectTableColumns(total.table, options), parents: [], rests: [] },
  ]
  for (const table of tables) {
    const level = createLevel(table)
    const chosen = yield* chooseRows(before, level, { ...options, root })
    resultTables.push(yield* pathTable({ table, before, chosen, level }, { ...options, root }))
    before = chosen
  }
  return resultTables
}

/** The total that the shares of a path refer to. */
interface PathRoot {
  /** Null where contributions are not defined. */
  readonly change: string | null
  readonly falls: boolean
  /** The share of the path in the change without the drill-down. */
  readonly overall: number | null
}

/** The columns of a table by row. */
interface Level {
  readonly rowCount: number
  readonly keys: readonly string[]
  /** The values of a row in so many of the first keys as a text: equal for equal values, and another for no value. */
  prefix(row: number, keys: number): string
  contribution(row: number): string | null
  number(column: string, row: number): number | null
  /** The number of a row with every digit; null where there is none. */
  decimal(column: string, row: number): Decimal | null
  text(column: string, row: number): string
}

function createLevel({ table, keyTypes }: AttributionTable): Level {
  const keys = Object.keys(keyTypes)
  const names = new Set(table.columnNames())
  const at = (column: string, row: number): unknown =>
    names.has(column) ? (table.get(column, row) ?? null) : null
  return {
    rowCount: table.numRows(),
    keys,
    prefix: (row, count) => JSON.stringify(keys.slice(0, count).map((key) => at(key, row))),
    contribution: (row) => at(CONTRIBUTION, row) as string | null,
    number: (column, row) => {
      const value = at(column, row)
      return value === null || !Number.isFinite(Number(value)) ? null : Number(value)
    },
    decimal: (column, row) => {
      const value = at(`${column}Text`, row) ?? at(column, row)
      return value === null || !Number.isFinite(Number(value)) ? null : parseDecimal(String(value))
    },
    text: (column, row) => String(at(column, row) ?? NULL_TEXT),
  }
}

interface Chosen {
  readonly level: Level
  readonly rows: readonly number[]
  /** By place in the rows of the table before: how many rows there are below it. */
  readonly below?: readonly number[]
  readonly parents?: readonly number[]
  readonly warnings?: readonly Warning[]
}

interface Choosing extends PathOptions {
  readonly root: PathRoot
}

const SLICE_ROWS = 2048

/** The rows of a table that take part, together by parent. */
function* chooseRows(before: Chosen, level: Level, options: Choosing): SlicedWork<Chosen> {
  const depth = level.keys.length - 1
  const groups = new Map(
    before.rows.map((row) => [before.level.prefix(row, depth), [] as number[]] as const),
  )
  for (let row = 0; row < level.rowCount; row++) {
    if (row % SLICE_ROWS === 0) yield
    groups.get(level.prefix(row, depth))?.push(row)
  }
  const below = [...groups.values()]
  const order = rowOrder(level, options.orders)
  const picked = below.map((rows) => pickLargestRows(rows, level, options))
  yield
  const count = picked.reduce((sum, rows) => sum + rows.length, 0)
  const selection = count > options.maxRows ? largest(picked.flat(), level, options.maxRows) : null
  const rowsByParent = picked.map((rows) =>
    rows.filter((row) => selection === null || selection.rows.has(row)).toSorted(order),
  )
  return {
    level,
    rows: rowsByParent.flat(),
    below: below.map((rows) => rows.length),
    parents: rowsByParent.flatMap((rows, parent) => rows.map(() => parent)),
    warnings:
      selection === null
        ? []
        : [warning('TRUNCATED', { rows: count, explained: selection.explained })],
  }
}

/** The rows that the strategy takes of those below one row. */
function pickLargestRows(
  rows: readonly number[],
  level: Level,
  { select, root }: Choosing,
): readonly number[] {
  const sign = (select.type === 'TOP') === root.falls ? -1 : 1
  const sizes = new Map(rows.map((row) => [row, sign * getRowChange(level, row)]))
  return rows
    .toSorted(
      (a, b) =>
        sizes.get(b)! - sizes.get(a)! ||
        sign * compareDigits(level, CONTRIBUTION, [b, a]) ||
        sign * compareDigits(level, '@growth', [b, a]) ||
        a - b,
    )
    .slice(0, select.number)
}

/** The contribution of a row; its growth where contributions are not defined. */
function getRowChange(level: Level, row: number): number {
  return level.number(CONTRIBUTION, row) ?? level.number('@growth', row) ?? 0
}

function largest(rows: readonly number[], level: Level, count: number) {
  const sizes = new Map(rows.map((row) => [row, Math.abs(getRowChange(level, row))]))
  const sorted = rows.toSorted((a, b) => sizes.get(b)! - sizes.get(a)! || a - b).slice(0, count)
  const sum = (some: readonly number[]) => some.reduce((all, row) => all + sizes.get(row)!, 0)
  const explained = roundRate(sum(sorted) / sum(rows))
  return {
    rows: new Set(sorted),
    explained: Number.isNaN(explained) ? '1' : plainText(explained),
  }
}

/** How rows below one row are sorted; by the order of the table where that leaves them equal. */
function rowOrder(level: Level, orders: readonly PathOrder[]): (a: number, b: number) => number {
  const comparisons = orders
    .filter(({ column }) => column.startsWith('@') || level.keys.includes(column))
    .map(({ column, direction }) => {
      const sign = direction === 'ASC' ? 1 : -1
      if (!column.startsWith('@')) {
        return (a: number, b: number) =>
          sign * compareCodePoints(level.text(column, a), level.text(column, b))
      }
      return (a: number, b: number) => {
        const [left, right] = [level.number(column, a), level.number(column, b)]
        if (left === null || right === null) return Number(left === null) - Number(right === null)
        return sign * (left - right || compareDigits(level, column, [a, b]))
      }
    })
  return (a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return a - b
  }
}

/** The order of two rows whose numbers doubles do not tell apart. */
function compareDigits(level: Level, column: string, [a, b]: readonly [number, number]): number {
  const [left, right] = [level.decimal(column, a), level.decimal(column, b)]
  return left === null || right === null ? 0 : compareDecimals(left, right)
}

interface Step {
  readonly table: AttributionTable
  readonly before: Chosen
  readonly chosen: Chosen
  readonly level: Level
}

/** The table of a step from the table of all its rows. */
function* pathTable(
  { table: { rest: _, residual: __, ...all }, before, chosen, level }: Step,
  options: Choosing,
): SlicedWork<PathTable> {
  const { rows, parents = [], below = [] } = chosen
  const ofParent = (parent: number) => before.level.contribution(before.rows[parent]!)
  const first = level.keys.length === 1
  const relative = rows.map((row, place) =>
    first
      ? level.number('@relativeContributionRate', row)
      : share(level.contribution(row), ofParent(parents[place]!)),
  )
  yield
  const columns = columnNames(all.table, options).map((name): NamedColumn => {
    const values = name === '@relativeContributionRate' ? relative : null
    return [name, values ?? rows.map((row) => all.table.get(name, row))]
  })
  const warnings = [...all.warnings, ...(chosen.warnings ?? [])]
  const missing = Object.entries(all.missingRows).map(([key, list]) => {
    const missingRows = new Set(list)
    return [key, rows.flatMap((row, place) => (missingRows.has(row) ? [place] : []))] as const
  })
  const missingPlace = all.missingRow === null ? -1 : rows.indexOf(all.missingRow)
  return {
    ...all,
    table: columnTable(columns),
    warnings,
    warning: warningText(warnings),
    empty: rows.length === 0,
    missingRow: missingPlace < 0 ? null : missingPlace,
    missingRows: Object.fromEntries(missing),
    parents,
    rests: computePathRests({ rows, parents, below }, { level, ofParent, root: options.root }),
  }
}

function computePathRests(
  {
    rows,
    parents,
    below,
  }: {
    readonly rows: readonly number[]
    readonly parents: readonly number[]
    readonly below: readonly number[]
  },
  {
    level,
    ofParent,
    root,
  }: {
    readonly level: Level
    readonly ofParent: (parent: number) => string | null
    readonly root: PathRoot
  },
): readonly PathRest[] {
  const remainingContributions = below.map((_, parent) => ofParent(parent))
  const visibleCounts = below.map(() => 0)
  for (const [place, row] of rows.entries()) {
    const parent = parents[place]!
    visibleCounts[parent]! += 1
    remainingContributions[parent] = difference(
      remainingContributions[parent]!,
      level.contribution(row),
    )
  }
  return remainingContributions.map((contribution, parent) => {
    const ofRoot = share(contribution, root.change)
    return {
      parent,
      rows: below[parent]! - visibleCounts[parent]!,
      contribution,
      overallContributionRate:
        ofRoot === null || root.overall === null ? null : roundRate(ofRoot * root.overall),
      relativeContributionRate: share(contribution, ofParent(parent)),
    }
  })
}

function difference(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null
  return decimalText(subtractDecimals(parseDecimal(a), parseDecimal(b)))
}

/** A contribution over that of the whole; null where one is not defined or the whole is 0. */
function share(part: string | null, total: string | null): number | null {
  if (part === null || total === null || Number(total) === 0) return null
  const rate = roundRate(Number(part) / Number(total))
  return Number.isNaN(rate) ? null : rate
}

function selectTableColumns(
  table: AttributionTable['table'],
  options: PathOptions,
): AttributionTable['table'] {
  return columnTable(
    columnNames(table, options).map((name) => [name, table.array(name) as (string | null)[]]),
  )
}

function columnNames(
  table: AttributionTable['table'],
  { contributions }: PathOptions,
): readonly string[] {
  return table.columnNames().filter((name) => contributions || !OF_CONTRIBUTIONS.has(name))
}

const OF_CONTRIBUTIONS: ReadonlySet<string> = new Set([CONTRIBUTION, ...CONTRIBUTION_PARTS])
