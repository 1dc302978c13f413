import type { TypedExpr } from '@tributary/expression'
import { toLeafKey } from '../../attribute/share-leaves.ts'
import type { FactsRequest } from '../../plan/join-facts.ts'
import { treeKey } from '../../plan/tree-key.ts'
import { NEVER } from '../../request/conjunction.ts'
import type { Leaf } from '../../request/source.ts'
import type { PeriodWindow, QueryPart } from '../query-request.ts'
import { type Cell, type PartByPeriod, touches } from './cells.ts'

/** A leaf in one window of its fact. */
export interface Placed {
  readonly leaf: Leaf
  readonly window: PeriodWindow
}

/** Leaves in windows, each once. */
export class WindowedLeaves {
  readonly leaves: Placed[] = []
  readonly #at = new Map<string, number>()

  /** Where the leaf is. */
  place({ leaf: { otherWindow: _, name: __, ...definition }, window }: Placed): number {
    const leaf = { ...definition, name: `l${this.leaves.length}` }
    const { from, to } = window.interval
    const key = `${from} ${to} ${toLeafKey(leaf)}`
    const at = this.#at.get(key) ?? this.leaves.push({ leaf, window }) - 1
    this.#at.set(key, at)
    return at
  }
}

/** Where the columns of a period are. */
export interface PlacedCell {
  readonly cell: Cell
  /** By metric, by leaf; several of one that is the mean of the values in them. */
  readonly leaves: readonly (readonly (number | readonly number[])[])[]
  /** The counts of rows in its windows. */
  readonly rows: readonly number[]
}

/** Places the leaves of a period in the windows that they look at, and counts of the rows of those windows. */
export function placeCell(part: PartByPeriod, cell: Cell, windowed: WindowedLeaves): PlacedCell {
  const windows = part.byPeriod.windowsOf(cell)
  const rows = new Set<number>()
  const leaves = part.metrics.map((metric) =>
    metric.leaves.map((leaf) => {
      const fact = (leaf.otherFact ?? -1) + 1
      const window = windows[fact]![(leaf.otherWindow ?? -1) + 1]!
      rows.add(windowed.place({ leaf: createRowCountLeaf(fact), window }))
      // Before and after the data a window has no value.
      const parts = window.parts?.filter(({ interval }) => touches(interval, cell.frontier))
      return parts === undefined
        ? windowed.place({ leaf, window })
        : parts.map((part) => windowed.place({ leaf, window: part }))
    }),
  )
  return { cell, leaves, rows: [...rows] }
}

/** Rows of one fact, counted. */
export function createRowCountLeaf(fact: number): Leaf {
  const counted = { name: 'rows', aggregate: 'COUNT', argument: null, filter: null } as const
  return fact === 0 ? counted : { ...counted, otherFact: fact - 1 }
}

/** The keys of a fact that are no times. */
export function plainKeys({ byPeriod }: PartByPeriod, keys: QueryPart['keys']): QueryPart['keys'] {
  return keys.filter((_, key) => byPeriod.grains[key] === null)
}

/** A request for leaves in their windows, by all keys that are no times. */
export function createWindowedRequest(part: PartByPeriod, placed: readonly Placed[]): FactsRequest {
  const facts = [part, ...(part.otherFacts ?? [])]
  const windows = facts.map((): TypedExpr[] => [])
  const windowIndexes = facts.map(() => new Map<string, number>())
  const leaves = placed.map(({ leaf, window: { condition } }, at): Leaf => {
    const fact = (leaf.otherFact ?? -1) + 1
    const key = treeKey(condition)
    const otherWindow = windowIndexes[fact]!.get(key) ?? windows[fact]!.push(condition) - 1
    windowIndexes[fact]!.set(key, otherWindow)
    return { ...leaf, name: `l${at}`, otherWindow }
  })
  const [baseFact, ...otherFacts] = facts.map((fact, index) => ({
    rows: fact.rows,
    filter: fact.filter,
    windows: { current: NEVER, compare: NEVER },
    otherWindows: windows[index]!.map((current) => ({ current, compare: NEVER })),
    groupings: [plainKeys(part, fact.keys)],
    time: null,
  }))
  return { ...baseFact!, leaves, ...(otherFacts.length > 0 && { otherFacts: otherFacts }) }
}
