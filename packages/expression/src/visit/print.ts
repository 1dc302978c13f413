import { assertNever } from '@tributary/core'
import type { Call } from '../ast/call.ts'
import type { Expr } from '../ast/expr.ts'
import { findFunction } from '../functions/registry.ts'
import { type NameResolver, nameWriter, type WriteName } from './name-writer.ts'
import { printText } from './print-leaf.ts'

/** How {@link print} writes. */
export interface PrintOptions {
  /**
   * `as-written`: every name as it stands in the tree; `code` and `display`: as `resolve` knows it by its code
   * or its display name. @defaultValue `as-written`
   */
  readonly names?: 'as-written' | 'code' | 'display'
  /** Knows the other names of what a name means. Without it all names stay as they are written. */
  readonly resolve?: NameResolver
}

/**
 * The canonical text of a tree: as few parentheses as the meaning allows, keywords in capitals, functions
 * in their own spelling, texts in double quotes, `CASE` as `CASE WHEN`. Parsing it gives the same tree, printing that the
 * same text. With `names` it is the same text with other names in it.
 */
export function print(ast: Expr, options: PrintOptions = {}): string {
  return printNode(ast, nameWriter(options.names ?? 'as-written', options.resolve))
}

function printNode(ast: Expr, write: WriteName): string {
  const inside = (node: Expr, least: number): string => {
    const printed = printNode(node, write)
    return tightness(node) < least ? `(${printed})` : printed
  }
  switch (ast.kind) {
    case 'number':
      return ast.raw
    case 'string':
      return printText(ast.value)
    case 'boolean':
      return ast.value ? 'TRUE' : 'FALSE'
    case 'null':
      return 'NULL'
    case 'field':
    case 'column':
      return write(ast)
    case 'call':
      return printCall(ast, write)
    case 'logical':
      return ast.operands.map((one) => inside(one, tightness(ast) + 1)).join(` ${ast.op} `)
    case 'not':
      return `NOT ${inside(ast.operand, tightness(ast))}`
    case 'comparison':
      return `${inside(ast.left, tightness(ast) + 1)} ${ast.op} ${inside(ast.right, tightness(ast) + 1)}`
    case 'arithmetic':
      return `${inside(ast.left, tightness(ast))} ${ast.op} ${inside(ast.right, tightness(ast) + 1)}`
    case 'negate':
      return printNegate(inside(ast.operand, tightness(ast)))
    default:
      return assertNever(ast)
  }
}

function printCall({ name, args }: Call, write: WriteName): string {
  const printed = args.map((one) => printNode(one, write))
  if (/^case$/i.test(name) && printed.length >= 2) return printCase(printed)
  return `${findFunction(name)?.name ?? name}(${printed.join(', ')})`
}

function printCase(args: readonly string[]): string {
  const parts: string[] = []
  for (let at = 0; at + 1 < args.length; at += 2) {
    parts.push(`WHEN ${args[at]} THEN ${args[at + 1]}`)
  }
  if (args.length % 2 === 1) parts.push(`ELSE ${args.at(-1)}`)
  return `CASE ${parts.join(' ')} END`
}

function printNegate(operand: string): string {
  return operand.startsWith('-') ? `- ${operand}` : `-${operand}`
}

/** How tightly a node holds together; see the precedence of the grammar. */
function tightness(node: Expr): number {
  switch (node.kind) {
    case 'logical':
      return node.op === 'OR' ? 1 : 2
    case 'not':
      return 3
    case 'comparison':
      return 4
    case 'arithmetic':
      return node.op === '+' || node.op === '-' ? 5 : 6
    case 'negate':
      return 7
    default:
      return 8
  }
}
