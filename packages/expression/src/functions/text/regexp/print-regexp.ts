import { assertNever } from '@tributary/core'
import type { CharacterRange, CharacterSet, RegexpNode } from './regexp-node.ts'

/** How an engine writes the edges of the whole text. */
export interface Edges {
  readonly start: string
  readonly end: string
}

/** A tree in a spelling that engines of regular expressions read alike, but for the edges. */
export function printRegexp(node: RegexpNode, edges: Edges): string {
  switch (node.kind) {
    case 'character':
      return printSet(node.set)
    case 'edge':
      return edges[node.edge]
    case 'group':
      return `(${printRegexp(node.part, edges)})`
    case 'sequence':
      return node.parts.map((part) => printPart(part, part.kind === 'choice', edges)).join('')
    case 'choice':
      return node.options.map((option) => printRegexp(option, edges)).join('|')
    case 'repeat':
      return `${printPart(node.part, node.part.kind !== 'character', edges)}${counts(node)}`
    default:
      return assertNever(node)
  }
}

function printPart(node: RegexpNode, grouped: boolean, edges: Edges): string {
  const printed = printRegexp(node, edges)
  return grouped ? `(?:${printed})` : printed
}

function counts({ least, most }: { readonly least: number; readonly most: number | null }): string {
  if (most === null) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`
  if (least === 0 && most === 1) return '?'
  return least === most ? `{${least}}` : `{${least},${most}}`
}

function printSet({ ranges, negated }: CharacterSet): string {
  const [first] = ranges
  if (!negated && ranges.length === 1 && first![0] === first![1]) {
    return String.fromCodePoint(first![0]).replace(/[\\.[\](){}*+?|^$]/, '\\$&')
  }
  return `[${negated ? '^' : ''}${ranges.map(printRange).join('')}]`
}

function printRange([from, to]: CharacterRange): string {
  return from === to ? printInSet(from) : `${printInSet(from)}-${printInSet(to)}`
}

/** Escapes `&` and `~` too, which are operators in the sets of some engines when doubled. */
function printInSet(codePoint: number): string {
  return String.fromCodePoint(codePoint).replace(/[\\[\]^\-&~]/, '\\$&')
}
