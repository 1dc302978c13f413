import { assertNever } from '@tributary/core'
import type { CharacterSet, RegexpNode } from './regexp-node.ts'

/** An unambiguous tree as a regular expression of JavaScript, which tries no other way through it. */
export function javascriptRegexp(node: RegexpNode, flags: 'u' | 'gu'): RegExp {
  return new RegExp(sourceOf(node), flags)
}

function sourceOf(node: RegexpNode): string {
  switch (node.kind) {
    case 'character':
      return sourceOfSet(node.set)
    case 'edge':
      return node.edge === 'start' ? '^' : '$'
    case 'group':
      return `(${sourceOf(node.part)})`
    case 'sequence':
      return node.parts.map(sourceOf).join('')
    case 'choice':
      return `(?:${node.options.map(sourceOf).join('|')})`
    case 'repeat':
      return `(?:${sourceOf(node.part)}){${node.least},${node.most ?? ''}}`
    default:
      return assertNever(node)
  }
}

function sourceOfSet({ ranges, negated }: CharacterSet): string {
  const point = (one: number): string => `\\u{${one.toString(16)}}`
  const each = ranges.map(([from, to]) => `${point(from)}-${point(to)}`)
  return `[${negated ? '^' : ''}${each.join('')}]`
}
