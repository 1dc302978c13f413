import { assertNever } from '@tributary/core'
import type { Expr } from '../ast/expr.ts'
import { findFunction } from '../functions/registry.ts'
import { printName, printText } from './print-leaf.ts'

/**
 * The canonical text of a tree: as few parentheses as the meaning allows, keywords in capitals, functions
 * in their own spelling, texts in double quotes. Parsing it gives the same tree, printing that the same text.
 */
export function print(ast: Expr): string {
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
      return printName(ast)
    case 'call':
      return `${findFunction(ast.name)?.name ?? ast.name}(${ast.args.map(print).join(', ')})`
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

function printNegate(operand: string): string {
  return operand.startsWith('-') ? `- ${operand}` : `-${operand}`
}

function inside(node: Expr, least: number): string {
  return tightness(node) < least ? `(${print(node)})` : print(node)
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
