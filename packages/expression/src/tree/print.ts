import { assertNever } from '@tributary/core'
import { splitGrain } from '../time/grains.ts'
import type { Call, Column, Expr, Field } from './expr.ts'
import { functionNameOf } from './function-names.ts'

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

/** The other names of what a name means. */
export interface NameForms {
  readonly code: string
  /** Absent where there is none, or where it means something else as well. */
  readonly display?: string
}

/**
 * What names mean, for printing. A name that it does not know stays as it is written: the key of a temporary
 * metric, a name with a mistake in it.
 */
export interface NameResolver {
  /** Of a dimension or metric, by any of its names. `[time__month]` is asked for as a whole first, then as `time`. */
  field(name: string): NameForms | undefined
  /** Of the dataset of a column. The column has no name but its own. */
  dataset?(name: string): NameForms | undefined
}

/**
 * The canonical text of a tree: as few parentheses as the meaning allows, keywords in capitals, functions
 * in their own spelling, texts in double quotes, `CASE` as `CASE WHEN`. Parsing it gives the same tree, printing that the
 * same text. With `names` it is the same text with other names in it.
 */
export function print(ast: Expr, options: PrintOptions = {}): string {
  return printNode(ast, nameWriter(options.names ?? 'as-written', options.resolve))
}

/** A name in brackets, quoted inside only where it would read as something else without. */
export function printName(
  name: Pick<Field, 'kind' | 'name'> | Pick<Column, 'kind' | 'dataset' | 'column'>,
): string {
  if (name.kind === 'column') return `[${quoted(name.dataset)}/${quoted(name.column)}]`
  const needsQuotes = name.name.startsWith("'") || name.name.startsWith('"')
  return needsQuotes ? `[${quoted(name.name)}]` : `[${name.name.replaceAll(']', ']]')}]`
}

/** A text literal in double quotes. */
export function printText(value: string): string {
  return `"${value.replace(/["\\\n\r\t]/g, (character) => ESCAPES.get(character) ?? character)}"`
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
  return `${functionNameOf(name) ?? name}(${printed.join(', ')})`
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

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

function quoted(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

/** Writes a name in brackets. */
type WriteName = (name: Field | Column) => string

/** The writer of names in the form that is asked for. */
function nameWriter(
  form: 'as-written' | 'code' | 'display',
  resolve: NameResolver | undefined,
): WriteName {
  if (form === 'as-written' || resolve === undefined) return printName
  return (name) => {
    if (name.kind === 'column') {
      const forms = resolve.dataset?.(name.dataset)
      return printName(forms ? { ...name, dataset: chosen(forms, form) } : name)
    }
    const whole = resolve.field(name.name)
    if (whole) return printName({ ...name, name: chosen(whole, form) })
    const split = splitGrain(name.name)
    const base = split && resolve.field(split.base)
    if (!split || !base) return printName(name)
    return printName({ ...name, name: `${chosen(base, form)}${split.suffix}` })
  }
}

function chosen({ code, display }: NameForms, form: 'code' | 'display'): string {
  return form === 'display' && display !== undefined && isSafe(display) ? display : code
}

const LONGEST = 300
const UNSAFE = /^['"]|__|\p{C}/u

/** Whether a name can be written in brackets and read back as the same: not one that looks quoted or truncated, or has characters that cannot be seen. */
function isSafe(name: string): boolean {
  return name !== '' && name.length <= LONGEST && !UNSAFE.test(name)
}
