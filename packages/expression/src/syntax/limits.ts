import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Expr } from '../tree/expr.ts'
import { listChildren } from '../tree/visit.ts'
import { FORBIDDEN } from './characters.ts'
import { columnIn, ESCAPE, isVerbatim, nameIn, textIn } from './leaf.ts'
import { getTokenSpan, isA, type Token } from './token.ts'
import {
  Case,
  Close,
  ColumnName,
  DoubleText,
  End,
  NumberText,
  Open,
  PlainName,
  Prefix,
  QuotedName,
  SingleText,
} from './tokens.ts'

/** Limits on the size of one expression. Exceeding one is an error with a diagnostic of its own. */
export interface Limits {
  /** UTF-16 units of the text. @defaultValue 32768 */
  readonly length: number
  /** Levels of nested parentheses, calls, `CASE`s and prefix operators. @defaultValue 100 */
  readonly nesting: number
  /** Height of the tree; a long chain of `+` raises it as well. @defaultValue 500 */
  readonly treeHeight: number
  /** Nodes of the tree. @defaultValue 20000 */
  readonly nodes: number
  /** Arguments of one call after the first, such as the values of an `IN`. @defaultValue 10000 */
  readonly values: number
  /** UTF-16 units of one name. @defaultValue 300 */
  readonly nameLength: number
  /** Characters of one number. @defaultValue 64 */
  readonly numberLength: number
}

/** The limits that apply where the caller gives none. */
export const DEFAULT_LIMITS: Limits = {
  length: 32_768,
  nesting: 100,
  treeHeight: 500,
  nodes: 20_000,
  values: 10_000,
  nameLength: 300,
  numberLength: 64,
}

/** Reports a token that is too long, has an unknown escape or an empty name. */
export function checkToken(
  token: Token,
  limits: Limits,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): void {
  const { tokenType, image } = token
  if (tokenType === DoubleText || tokenType === SingleText) {
    if (!isVerbatim(token)) checkEscapes(token, addDiagnostic)
  } else if (tokenType === NumberText) {
    if (image.length > limits.numberLength) {
      addDiagnostic(tooMuch('EXP5006', token, image.length, limits.numberLength))
    }
  } else if (tokenType === PlainName || tokenType === QuotedName) {
    checkNames(token, [nameIn(token)], limits, addDiagnostic)
  } else if (tokenType === ColumnName) {
    const { dataset, column } = columnIn(image)
    checkNames(token, [dataset, column], limits, addDiagnostic)
  }
}

/**
 * The diagnostic of a text that nests too deeply, or null. Checked before parsing, because the parser and
 * everything that walks a tree use the stack.
 */
export function checkNesting(tokens: readonly Token[], limits: Limits): Diagnostic | null {
  // A level takes a token at least, and most texts have fewer of them than levels are allowed.
  if (tokens.length <= limits.nesting) return null
  const opened: number[] = []
  let outside = 0
  let prefixes = 0
  let deepest = 0
  let place: Token | undefined
  for (const token of tokens) {
    const { tokenType } = token
    if (tokenType === Open || tokenType === Case) {
      opened.push(prefixes + 1)
      outside += prefixes + 1
      prefixes = 0
    } else if (tokenType === Close || tokenType === End) {
      outside -= opened.pop() ?? 0
      prefixes = 0
    } else {
      prefixes = isA(token, Prefix) ? prefixes + 1 : 0
    }
    deepest = Math.max(deepest, outside + prefixes)
    if (deepest > limits.nesting) place ??= token
  }
  return place ? tooMuch('EXP5002', place, deepest, limits.nesting) : null
}

/** The origin of a tree, which tells {@link checkTree} how large it can be. */
interface TreeOrigin {
  /** The number of tokens that the tree was parsed from; a token gives at most two nodes. */
  readonly tokens: number
  /** Whether a node is used in more than one place, so that the tree may be far larger than its text. */
  readonly shares: boolean
}

/** Checks the height of a tree, its nodes and the values of each call. Does not recurse, and stops at the limit of nodes. */
export function checkTree(ast: Expr, limits: Limits, origin: TreeOrigin): readonly Diagnostic[] {
  const { treeHeight, nodes: mostNodes, values } = limits
  const small = origin.tokens * 2 <= Math.min(treeHeight, mostNodes, values)
  if (small && !origin.shares) return NOTHING
  const diagnostics: Diagnostic[] = []
  const waiting: { readonly node: Expr; readonly height: number }[] = [{ node: ast, height: 1 }]
  let nodes = 0
  let highest = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, height } = next
    nodes += 1
    if (nodes > mostNodes) {
      return [report('EXP5003', { span: ast.span, params: { limit: mostNodes } })]
    }
    highest = Math.max(highest, height)
    if (node.kind === 'call' && node.args.length - 1 > values) {
      const params = { found: node.args.length - 1, limit: values }
      diagnostics.push(report('EXP5004', { span: node.nameSpan, params }))
    }
    for (const child of listChildren(node)) waiting.push({ node: child, height: height + 1 })
  }
  if (highest > treeHeight) {
    const params = { found: highest, limit: treeHeight }
    diagnostics.push(report('EXP5002', { span: ast.span, params }))
  }
  return diagnostics
}

function checkNames(
  token: Token,
  names: readonly string[],
  limits: Limits,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): void {
  if (names.includes('')) {
    addDiagnostic(report('EXP1008', { span: getTokenSpan(token) }))
    return
  }
  const longest = Math.max(...names.map((name) => name.length))
  if (longest > limits.nameLength) {
    addDiagnostic(tooMuch('EXP5005', token, longest, limits.nameLength))
  }
}

const VALID_ESCAPE = /^(?:""|''|\\u[0-9a-fA-F]{4}|\\["'\\nrt])$/

function checkEscapes(token: Token, addDiagnostic: (diagnostic: Diagnostic) => void): void {
  let isValid = true
  const { start } = getTokenSpan(token)
  for (const { index, 0: escapeSequence } of token.image.matchAll(ESCAPE)) {
    if (VALID_ESCAPE.test(escapeSequence)) continue
    const span = { start: start + index, end: start + index + escapeSequence.length }
    const fixes = [replaceBy('write a backslash', { ...span, end: span.start + 1 }, '\\\\')]
    addDiagnostic(report('EXP1003', { span, params: { escape: escapeSequence }, fixes }))
    isValid = false
  }
  if (!isValid || FORBIDDEN.test(token.image) || !FORBIDDEN.test(textIn(token))) return
  const params = { what: 'an escaped control character' }
  addDiagnostic(report('EXP1002', { span: getTokenSpan(token), params }))
}

function tooMuch(
  code: 'EXP5002' | 'EXP5005' | 'EXP5006',
  token: Token,
  actual: number,
  limit: number,
): Diagnostic {
  return report(code, { span: getTokenSpan(token), params: { found: actual, limit } })
}

const NOTHING: readonly Diagnostic[] = []
