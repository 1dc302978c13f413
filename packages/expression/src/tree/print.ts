import { assertNever } from '@tributary/core'
import { splitGrain } from '../time/grains.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import type { Call, Column, Expr, Field } from './expr.ts'
import { findFunctionName } from './function-names.ts'
import { printName, printText } from './literals.ts'

/** Options of {@link print}. */
export interface PrintOptions {
  /**
   * How names are written: `as-written` as in the tree, `code` and `display` by the code or the display name that
   * `resolve` gives. @defaultValue `as-written`
   */
  readonly names?: 'as-written' | 'code' | 'display'
  /** Gives the codes and display names. Without it, names are printed as written. */
  readonly resolve?: NameResolver
}

/** The code and the display name of a dimension, metric or dataset. */
export interface NameForms {
  readonly code: string
  /** Absent when there is none, or when it is ambiguous. */
  readonly display?: string
}

/**
 * Looks up the forms of names. A name that is unknown, such as the key of a temporary metric, is printed as
 * written.
 */
export interface NameResolver {
  /**
   * The forms of a dimension or metric, by any of its names. `[time__month]` is looked up as a whole first,
   * then as `time`.
   */
  field(name: string): NameForms | undefined
  /** The forms of the dataset of a column. Column names have one form only. */
  dataset?(name: string): NameForms | undefined
  /** The grains that names may have as a suffix. @defaultValue those without fiscal years and custom periods */
  readonly calendar?: WorkCalendar
}

/**
 * Prints a syntax tree in its canonical form: as few parentheses as possible, keywords in capitals, functions
 * by their canonical names, texts in double quotes. Parsing the printed text gives the same tree.
 * @example
 * ```ts
 * import { parse, print } from '@tributary/attribution/expression'
 * const { ast } = parse("[delay] > 15 && ([origin] in ('JFK', 'LGA'))")
 * ast && print(ast) // => '[delay] > 15 AND IN([origin], "JFK", "LGA")'
 * ```
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
      return ast.operands.map((operand) => inside(operand, tightness(ast) + 1)).join(` ${ast.op} `)
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
  const printed = args.map((argument) => printNode(argument, write))
  if (/^case$/i.test(name) && printed.length >= 2) return printCase(printed)
  return `${findFunctionName(name) ?? name}(${printed.join(', ')})`
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

/** The precedence of a node, as in the grammar. */
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

/** Writes a name in brackets. */
type WriteName = (name: Field | Column) => string

/** A function that prints names in the requested form. */
function nameWriter(
  form: 'as-written' | 'code' | 'display',
  resolve: NameResolver | undefined,
): WriteName {
  if (form === 'as-written' || resolve === undefined) return printName
  return (name) => {
    if (name.kind === 'column') {
      const forms = resolve.dataset?.(name.dataset)
      return printName(forms ? { ...name, dataset: pickNameForm(forms, form) } : name)
    }
    const nameForms = resolve.field(name.name)
    if (nameForms) return printName({ ...name, name: pickNameForm(nameForms, form) })
    const split = splitGrain(name.name, resolve.calendar)
    const base = split && resolve.field(split.base)
    if (!split || !base) return printName(name)
    return printName({ ...name, name: `${pickNameForm(base, form)}${split.suffix}` })
  }
}

function pickNameForm({ code, display }: NameForms, form: 'code' | 'display'): string {
  return form === 'display' && display !== undefined && isSafe(display) ? display : code
}

const LONGEST = 300
const UNSAFE = /^['"]|__|\p{C}/u

/**
 * Whether a display name reads back as the same name: not one that looks quoted or has a grain suffix, nor one
 * with invisible characters.
 */
function isSafe(name: string): boolean {
  return name !== '' && name.length <= LONGEST && !UNSAFE.test(name)
}
