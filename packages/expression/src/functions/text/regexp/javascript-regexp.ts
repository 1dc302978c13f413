import { assertNever } from '@tributary/core'
import type { CharacterSet, RegexpNode } from './regexp-node.ts'

/** An unambiguous tree as a regular expression of JavaScript, which tries no other way through it. */
export function javascriptRegexp(node: RegexpNode, flags: 'u' | 'gu'): RegExp {
  return new RegExp(toRegexpSource(node), flags)
}

function toRegexpSource(node: RegexpNode): string {
  switch (node.kind) {
    case 'character':
      return sourceOfSet(node.set)
    case 'edge':
      return node.edge === 'start' ? '^' : '$'
    case 'group':
      return `(${toRegexpSource(node.part)})`
    case 'sequence':
      return node.parts.map(toRegexpSource).join('')
    case 'choice':
      return `(?:${node.options.map(toRegexpSource).join('|')})`
    case 'repeat':
      return `(?:${toRegexpSource(node.part)}){${node.least},${node.most ?? ''}}`
    default:
      return assertNever(node)
  }
}

function sourceOfSet({ ranges, negated }: CharacterSet): string {
  const point = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`
  const each = ranges.map(([from, to]) => `${point(from)}-${point(to)}`)
  return `[${negated ? '^' : ''}${each.join('')}]`
}
