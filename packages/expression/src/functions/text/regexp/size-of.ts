import { assertNever } from '@tributary/core'
import type { RegexpNode } from './regexp-node.ts'

/** How many single steps a tree has once every repetition is written out; every step costs memory and time. */
export function sizeOf(node: RegexpNode): number {
  switch (node.kind) {
    case 'character':
    case 'edge':
      return 1
    case 'sequence':
      return sum(node.parts)
    case 'choice':
      return sum(node.options) + node.options.length
    case 'repeat':
      return (sizeOf(node.part) + 1) * Math.max(1, node.least, node.most ?? node.least + 1)
    default:
      return assertNever(node)
  }
}

function sum(nodes: readonly RegexpNode[]): number {
  return nodes.reduce((total, one) => total + sizeOf(one), 0)
}
