import type { EdgeType } from './edge.ts'
import { edgeTypesOf } from './edge-mask.ts'

/** Who states something when nobody is named. */
export const BY_HAND = 'manual'

/**
 * Sets of statements "source S states edge type T", each distinct set kept once and named by a number; 0
 * is the empty set. Millions of edges share a handful of sets, so an edge carries only a number.
 */
export class Statements {
  readonly #sets: StatementSet[] = [new Map()]
  readonly #types: number[] = [0]
  readonly #numbers = new Map<string, number>([['[]', 0]])
  readonly #additions = new Map<string, number[]>()

  /** The set with one statement more. */
  with(set: number, source: string, mask: number): number {
    let known = this.#additions.get(source)
    if (known === undefined) {
      known = []
      this.#additions.set(source, known)
    }
    const slot = set * 4 + mask
    const after = known[slot] ?? this.#change(set, source, (before) => before | mask)
    known[slot] = after
    return after
  }

  /** The set with these types of one source taken out. */
  without(set: number, source: string, mask: number): number {
    return this.#change(set, source, (before) => before & ~mask)
  }

  /** The set with these types of every source taken out. */
  withoutTypes(set: number, mask: number): number {
    let left = set
    for (const source of this.#sets[set]!.keys()) left = this.without(left, source, mask)
    return left
  }

  /** The mask of all edge types that somebody states in the set. */
  typesOf(set: number): number {
    return this.#types[set]!
  }

  /** The mask of the edge types that `source` states in the set. */
  typesBy(set: number, source: string): number {
    return this.#sets[set]!.get(source) ?? 0
  }

  /** Who states a type of the set, in the order of their names. */
  sourcesOf(set: number, mask: number): readonly string[] {
    const sources: string[] = []
    for (const [source, types] of this.#sets[set]!) if ((types & mask) !== 0) sources.push(source)
    return sources
  }

  /** The types of the set, each with who states it. */
  *entries(set: number): Generator<readonly [EdgeType, readonly string[]], void, undefined> {
    for (const [index, type] of edgeTypesOf(3).entries()) {
      const sources = this.sourcesOf(set, 1 << index)
      if (sources.length > 0) yield [type, sources]
    }
  }

  #change(set: number, source: string, change: (types: number) => number): number {
    const before = this.#sets[set]!
    const types = change(before.get(source) ?? 0)
    if (types === (before.get(source) ?? 0)) return set
    const after = [...before].filter(([one]) => one !== source)
    if (types !== 0) after.push([source, types])
    after.sort(([a], [b]) => (a < b ? -1 : 1))
    return this.#numberOf(after)
  }

  #numberOf(set: readonly (readonly [string, number])[]): number {
    const key = JSON.stringify(set)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#sets.length
    this.#sets.push(new Map(set))
    this.#types.push(set.reduce((all, [, types]) => all | types, 0))
    this.#numbers.set(key, number)
    return number
  }
}

type StatementSet = ReadonlyMap<string, number>
