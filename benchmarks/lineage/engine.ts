import type { VertexRef } from '@tributary/lineage'
import type { GeneratedLineage } from './generate.ts'

/** A vertex to ask about; engines that hold numbers only get its number. */
export interface Root {
  readonly ref: VertexRef
  readonly number: number
}

/** How far to go: so many hops upstream and as many downstream. */
export type Steps = number

/** An answer in numbers, to be compared row by row; all lists sorted, each entry once. */
export interface Answer {
  /** What stands upstream, the root included. */
  readonly up: readonly number[]
  /** What stands downstream, the root included. */
  readonly down: readonly number[]
  /** Edges as source times the number of vertices plus target. */
  readonly edges: readonly number[]
}

/** A digest of an answer's rows as they are listed; given by engines that list as ours does. */
export type Order = string

/** What turns an engine's own answers into numbers; held only while answers are compared. */
export interface Numbering {
  /** The number of vertices. */
  readonly size: number
  numberOf(ref: VertexRef): number
}

/** Something that answers neighbourhoods; `Found` is an answer as its users get it. */
export interface Engine<Found = unknown> {
  /** This is what is timed. */
  ask(root: Root, steps: Steps): Found | Promise<Found>
  /** What was found, for the comparison. */
  answer(found: Found, root: Root, numbering: Numbering): Answer & { readonly order?: Order }
}

/** What an engine is made from. */
export interface EngineData {
  readonly lineage: GeneratedLineage
  /** A folder for files. */
  readonly folder: string
}

/** Source and target. */
export type Pair = readonly [number, number]

/** An answer from rows of edges, of which the walks up and down gave `up` and `down`. */
export function answerFrom(
  root: Root,
  size: number,
  rows: { readonly up: Iterable<Pair>; readonly down: Iterable<Pair> },
): Answer {
  const up = new Set([root.number])
  const down = new Set([root.number])
  const edges = new Set<number>()
  for (const [source, target] of rows.up) {
    up.add(source)
    edges.add(source * size + target)
  }
  for (const [source, target] of rows.down) {
    down.add(target)
    edges.add(source * size + target)
  }
  return { up: sorted(up), down: sorted(down), edges: sorted(edges) }
}

/** The numbers in order, each once. */
export function sorted(numbers: Iterable<number>): readonly number[] {
  return [...Float64Array.from(new Set(numbers)).sort()]
}
