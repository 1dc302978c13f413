import { type Alias, type Document, isAlias, isCollection, isPair, type Node, visit } from 'yaml'

/** An alias that cannot be replaced by its anchor's value. */
export interface AliasProblem {
  readonly alias: Alias
  /** `lost`: its anchor is nowhere before it, or around it. `flood`: with it the aliases repeat too much. */
  readonly kind: 'lost' | 'flood'
}

/** How many values aliases may repeat in one file: enough for real files, not for documents that grow exponentially. */
export const MAX_REPEATED = 1_000_000

/** Every alias that is lost, and the one with which the document grows beyond {@link MAX_REPEATED}. */
export function aliasProblems(document: Document): readonly AliasProblem[] {
  const problems: AliasProblem[] = []
  const anchors = new Map<string, Node>()
  const sizes = new Map<Node, number>()
  let repeated = 0
  visit(document, {
    Node(_, node, above) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node)
        return
      }
      const anchored = anchors.get(node.source)
      if (anchored === undefined || above.includes(anchored)) {
        problems.push({ alias: node, kind: 'lost' })
        return
      }
      sizes.set(node, countNodeValues(anchored, sizes))
      const before = repeated
      repeated += countNodeValues(anchored, sizes)
      if (before <= MAX_REPEATED && repeated > MAX_REPEATED) {
        problems.push({ alias: node, kind: 'flood' })
      }
    },
  })
  return problems
}

/** How many values a node has, with those that its aliases repeat. */
function countNodeValues(node: unknown, sizes: Map<Node, number>): number {
  if (isPair(node)) return countNodeValues(node.key, sizes) + countNodeValues(node.value, sizes)
  if (isAlias(node)) return sizes.get(node) ?? 1
  if (!isCollection(node)) return 1
  const cachedSize = sizes.get(node as Node)
  if (cachedSize !== undefined) return cachedSize
  const size = node.items.reduce<number>((sum, item) => sum + countNodeValues(item, sizes), 1)
  sizes.set(node as Node, size)
  return size
}
