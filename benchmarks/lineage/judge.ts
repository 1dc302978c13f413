import type { Answer, Root, Steps } from './engine.ts'
import type { GeneratedLineage } from './generate.ts'
import { Packed } from './packed.ts'

/** Gives what an engine should answer. */
export type Judge = (root: Root, steps: Steps) => Answer

/** A judge that holds typed arrays and nothing else. For lineages without cycles. */
export function judgeOf({ vertices, sources, targets, types }: GeneratedLineage): Judge {
  const size = vertices.length
  const up = new Packed(size, targets, sources, types)
  const down = new Packed(size, sources, targets, types)
  return (root, steps) => {
    const above = walked(up, root, steps, (near, far) => far * size + near)
    const below = walked(down, root, steps, (near, far) => near * size + far)
    const edges = Float64Array.from([...above.edges, ...below.edges]).sort()
    return { up: above.vertices, down: below.vertices, edges: [...edges] }
  }
}

interface Walked {
  readonly vertices: readonly number[]
  readonly edges: readonly number[]
}

function walked(
  packed: Packed,
  root: Root,
  steps: Steps,
  edgeOf: (near: number, far: number) => number,
): Walked {
  const { queue, hops, starts, neighbours } = packed
  const count = packed.walk(root.number, steps)
  const edges: number[] = []
  for (let place = 0; place < count && hops[place]! < steps; place++) {
    const near = queue[place]!
    for (let at = starts[near]!; at < starts[near + 1]!; at++) {
      edges.push(edgeOf(near, neighbours[at]!))
    }
  }
  packed.done(count)
  return { vertices: [...queue.slice(0, count).sort()], edges }
}
