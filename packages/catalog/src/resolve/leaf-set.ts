import { aggregateType, type Leaf } from '@tributary/attribution'
import type { TypedReference, ValueType } from '@tributary/expression'
import { identityOf } from './identity-of.ts'
import type { WindowMove } from './window-move.ts'

/** A leaf before its windows are planned. */
export interface ResolvedLeaf extends Omit<Leaf, 'otherWindow'> {
  /** How its windows differ from those of the question, outermost first; none: they are the same. */
  readonly moves: readonly WindowMove[]
}

/** The leaves found so far below one formula. */
export interface LeafSet {
  /** The reference to a leaf in the formula; an identical leaf is shared, whatever it was called. */
  add(name: string, leaf: Omit<ResolvedLeaf, 'name'>): TypedReference
  /** In the order in which they were found. */
  all(): readonly ResolvedLeaf[]
}

/** An empty set of leaves. A second leaf that wants a name already given gets `name_2`. */
export function createLeafSet(): LeafSet {
  const leaves = new Map<string, ResolvedLeaf>()
  const names = new Set<string>()
  return {
    add(name, leaf) {
      const identity = identityOf(leaf)
      const known = leaves.get(identity) ?? { name: freeName(name, names), ...leaf }
      leaves.set(identity, known)
      names.add(known.name)
      const type = leafType(leaf)
      return { kind: 'reference', type, table: null, name: known.name }
    },
    all: () => [...leaves.values()],
  }
}

function leafType({ aggregate, argument, nested }: Omit<ResolvedLeaf, 'name'>): ValueType {
  const inner = aggregateType(aggregate, argument?.type ?? 'INT')
  if (nested === undefined) return inner
  if (nested.aggregate === 'AVG') return 'DOUBLE'
  return aggregateType(nested.aggregate, inner)
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`
  return name
}
