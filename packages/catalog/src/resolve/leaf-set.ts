import type { Aggregate, Leaf } from '@tributary/attribution'
import { assertNever } from '@tributary/core'
import type { TypedReference, ValueType } from '@tributary/expression'
import { identityOf } from './identity-of.ts'

/** The leaves found so far below one formula. */
export interface LeafSet {
  /** The reference to a leaf in the formula; an identical leaf is shared, whatever it was called. */
  add(name: string, leaf: Omit<Leaf, 'name'>): TypedReference
  /** In the order in which they were found. */
  all(): readonly Leaf[]
}

/** An empty set of leaves. A second leaf that wants a name already given gets `name_2`. */
export function createLeafSet(): LeafSet {
  const leaves = new Map<string, Leaf>()
  const names = new Set<string>()
  return {
    add(name, leaf) {
      const identity = identityOf(leaf)
      const known = leaves.get(identity) ?? { name: freeName(name, names), ...leaf }
      leaves.set(identity, known)
      names.add(known.name)
      const type = aggregateType(leaf.aggregate, leaf.argument?.type ?? 'INT')
      return { kind: 'reference', type, table: null, name: known.name }
    },
    all: () => [...leaves.values()],
  }
}

/** The type of an aggregate over values of a type. */
export function aggregateType(aggregate: Aggregate, argument: ValueType): ValueType {
  switch (aggregate) {
    case 'COUNT':
    case 'COUNT_DISTINCT':
      return 'INT'
    case 'SUM':
    case 'MIN':
    case 'MAX':
      return argument
    case 'PERCENTILE':
    case 'VARIANCE':
    case 'STDDEV':
      return 'DOUBLE'
    default:
      return assertNever(aggregate)
  }
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${wanted}_${n}`
  return name
}
