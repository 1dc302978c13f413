import { LruMap } from '@tributary/core'
import { type EdgeType, listEdgeTypes } from '../model/edge.ts'

/** The mask of statements about vertices, which have no types. */
export const STATED = 1

/** Sets of up to so many sources are kept complete, sorted by name. */
const SMALL = 16

/** The most large sets that are cached in assembled form. */
const MAX_READ = 16

/**
 * Interned sets of statements "source S states edge type T". Each distinct set is stored once and identified by a
 * number; 0 is the empty set. Millions of edges share a few sets, so an edge stores only a number. A large set is
 * stored as a change of another, so that thousands of sources take linear, not quadratic, space.
 */
export class SourceSets {
  readonly #sets: SourceSet[] = [EMPTY]
  readonly #numbers = new Map<string, number[]>([[toSourceSetKey(EMPTY), [0]]])
  readonly #additions = new Map<string, number[]>()
  /** Large sets in assembled form, most recently read last. */
  readonly #read = new LruMap<number, ReadSet>(MAX_READ)

  /** The set with one statement added. */
  with(set: number, source: string, mask: number): number {
    let additions = this.#additions.get(source)
    if (additions === undefined) {
      additions = []
      this.#additions.set(source, additions)
    }
    const slot = set * 4 + mask
    const after = additions[slot] ?? this.#change(set, source, (before) => before | mask)
    additions[slot] = after
    return after
  }

  /** The set with these types of one source removed. */
  without(set: number, source: string, mask: number): number {
    return this.#change(set, source, (before) => before & ~mask)
  }

  /** The mask of all edge types that some source states. */
  getTypes(set: number): number {
    const [first, second] = this.#sets[set]!.counts
    return (first > 0 ? 1 : 0) | (second > 0 ? 2 : 0)
  }

  /** The mask of the edge types that `source` states in the set. */
  findTypes(set: number, source: string): number {
    return this.#readTypes(set).get(source) ?? 0
  }

  /** The sources that state a type of `mask`, sorted by name. */
  listSources(set: number, mask: number): readonly string[] {
    const { form } = this.#sets[set]!
    if ('complete' in form && form.complete.size <= SMALL)
      return listSourceNames(form.complete, mask)
    const read = this.#readSet(set)
    read.names[mask] ??= listSourceNames(read.types, mask).sort()
    return read.names[mask]
  }

  /** The types of the set, each with its sources. */
  *entries(set: number): Generator<readonly [EdgeType, readonly string[]], void, undefined> {
    for (const [index, type] of listEdgeTypes(3).entries()) {
      const sources = this.listSources(set, 1 << index)
      if (sources.length > 0) yield [type, sources]
    }
  }

  #change(set: number, source: string, change: (types: number) => number): number {
    const before = this.findTypes(set, source)
    const types = change(before)
    if (types === before) return set
    const after = changeSourceSet(this.#sets[set]!, source, [before, types])
    const key = toSourceSetKey(after)
    const alike = this.#numbers.get(key) ?? []
    const equalSet = alike.find((number) => this.#isChanged(number, set, [source, types]))
    if (equalSet !== undefined) return equalSet
    const number = this.#sets.length
    this.#sets.push({ ...after, form: this.#keep(set, [source, types], after.size) })
    this.#numbers.set(key, [...alike, number])
    this.#follow(set, number, [source, types])
    return number
  }

  /** The stored form of a set that differs from `from` in one source. */
  #keep(from: number, [source, types]: Statement, size: number): SourceSet['form'] {
    const { form } = this.#sets[from]!
    const steps = 'complete' in form ? 1 : form.steps + 1
    // To put it together must not take longer than the set is large.
    if (size > SMALL && steps <= 2 * size) return { from, source, types, steps }
    const entries = [...this.#readTypes(from)].filter(([name]) => name !== source)
    if (types !== 0) entries.push([source, types])
    return {
      complete: new Map(size > SMALL ? entries : entries.sort(([a], [b]) => (a < b ? -1 : 1))),
    }
  }

  /** Whether a set of the same size equals the other one with this statement. */
  #isChanged(number: number, baseSet: number, [source, types]: Statement): boolean {
    const candidateTypes = this.#readTypes(number)
    if ((candidateTypes.get(source) ?? 0) !== types) return false
    for (const [name, before] of this.#readTypes(baseSet)) {
      if (name !== source && candidateTypes.get(name) !== before) return false
    }
    return true
  }

  #readTypes(set: number): SourceTypes {
    const { form } = this.#sets[set]!
    return 'complete' in form ? form.complete : this.#readSet(set).types
  }

  #readSet(set: number): ReadSet {
    const cachedSet = this.#read.get(set)
    if (cachedSet !== undefined) return cachedSet
    const readSet = { types: this.#putTogether(set), names: [] }
    this.#read.set(set, readSet)
    return readSet
  }

  /**
   * Reuses the assembled form of a large set for the set made of it: callers who add to a set continue with the
   * result.
   */
  #follow(set: number, after: number, [source, types]: Statement): void {
    const read = this.#read.get(set)
    if (read === undefined || 'complete' in this.#sets[after]!.form) return
    this.#read.delete(set)
    if (types === 0) read.types.delete(source)
    else read.types.set(source, types)
    this.#read.set(after, { types: read.types, names: [] })
  }

  #putTogether(set: number): Map<string, number> {
    const changes: Statement[] = []
    let { form } = this.#sets[set]!
    while (!('complete' in form)) {
      changes.push([form.source, form.types])
      form = this.#sets[form.from]!.form
    }
    const types = new Map(form.complete)
    for (const [source, mask] of changes.reverse()) {
      if (mask === 0) types.delete(source)
      else types.set(source, mask)
    }
    return types
  }
}

/** The types that a source states; 0 for none. */
type Statement = readonly [source: string, types: number]

interface ReadSet {
  readonly types: Map<string, number>
  /** By mask, the sources that state one of its types, sorted by name. */
  readonly names: string[][]
}

/** The sources that state one of the types, in the order of the set. */
function listSourceNames(set: SourceTypes, mask: number): string[] {
  const names: string[] = []
  for (const [source, types] of set) if ((types & mask) !== 0) names.push(source)
  return names
}

function toSourceSetKey({ size, counts, digest }: Omit<SourceSet, 'form'>): string {
  return [size, ...counts, ...digest].join(' ')
}

/** A set of sources as {@link SourceSets} keeps it: complete, or, when large, as a change of another set. */
export interface SourceSet {
  /** Number of sources. */
  readonly size: number
  /** How many sources state the edge type of bit 1, and of bit 2. */
  readonly counts: readonly [number, number]
  /** A hash that does not depend on how the set came about; rarely equal for different sets. */
  readonly digest: readonly [number, number]
  /** The complete set, or a change of the set `from`, `steps` changes away from a complete one. */
  readonly form:
    | { readonly complete: SourceTypes }
    | {
        readonly from: number
        readonly source: string
        /** 0 when the source is removed. */
        readonly types: number
        readonly steps: number
      }
}

/** By source, the mask of the types that it states. */
export type SourceTypes = ReadonlyMap<string, number>

/** The empty set. */
export const EMPTY: SourceSet = {
  size: 0,
  counts: [0, 0],
  digest: [0, 0],
  form: { complete: new Map() },
}

/** Size, counts and digest of a set after `source` changes from the types `before` to `after`. */
export function changeSourceSet(
  { size, counts, digest }: Omit<SourceSet, 'form'>,
  source: string,
  [before, after]: readonly [number, number],
): Omit<SourceSet, 'form'> {
  const [first, second] = hashSourceName(source)
  // Sums do not depend on the order; each mask has a multiplier of its own.
  const weight = (FACTORS[after]! - FACTORS[before]!) | 0
  return {
    size: size + Number(after !== 0) - Number(before !== 0),
    counts: [
      counts[0] + (after & 1) - (before & 1),
      counts[1] + ((after & 2) >> 1) - ((before & 2) >> 1),
    ],
    digest: [
      (digest[0] + Math.imul(first, weight)) | 0,
      (digest[1] + Math.imul(second, weight)) | 0,
    ],
  }
}

const FACTORS = [0, 0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d]

/** Two FNV-1a hashes of a text with different primes (G. Fowler, L. C. Noll, K.-P. Vo). */
function hashSourceName(text: string): readonly [number, number] {
  let first = 0x811c_9dc5
  let second = 0x1b87_3593
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    first = Math.imul(first ^ code, 0x0100_0193)
    second = Math.imul(second ^ code, 0x5bd1_e995)
  }
  return [first ^ (first >>> 15), second ^ (second >>> 13)]
}
