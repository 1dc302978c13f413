import type { Visit } from './adjacency.ts'

/** What a breadth-first walk in one direction found. */
export interface Walk<Handle> {
  /** Every vertex reached, the root included, with the length of the shortest way to it. */
  readonly hops: ReadonlyMap<Handle, number>
  /** Every link that a walk of at most the allowed hops can use, once. */
  readonly links: readonly Link<Handle>[]
}

/** An edge as a walk meets it: `near` was expanded, `far` is the other end. */
export interface Link<Handle> {
  readonly near: Handle
  readonly far: Handle
  /** Bit mask of the edge types. */
  readonly types: number
}

/** How {@link walk} goes on from a vertex, and how far. */
export interface WalkOptions<Handle> {
  readonly forEachNext: (handle: Handle, visit: Visit<Handle>) => void
  /** The most edges from the root; the walk ends earlier when nothing new is left. */
  readonly limit: number
}

/** Walks breadth first from `root`. Costs the vertices and links it finds, whatever the graph's size. */
export function walk<Handle>(root: Handle, options: WalkOptions<Handle>): Walk<Handle> {
  const hops = new Map([[root, 0]])
  const links: Link<Handle>[] = []
  let frontier = [root]
  for (let hop = 1; hop <= options.limit && frontier.length > 0; hop++) {
    const next: Handle[] = []
    for (const near of frontier) {
      options.forEachNext(near, (far, types) => {
        links.push({ near, far, types })
        if (hops.has(far)) return
        hops.set(far, hop)
        next.push(far)
      })
    }
    frontier = next
  }
  return { hops, links }
}
