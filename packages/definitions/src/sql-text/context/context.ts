import type { Span } from '@tributary/expression'
import type { DialectFacts } from '../syntax/dialects.ts'
import { refuse } from '../syntax/refusal.ts'
import type { NamePart, SqlCall, SqlNode } from '../syntax/sql-tree.ts'
import type { At, Value } from './value.ts'

/** The meaning of a name in a SQL text: a tree with its type, or the reason why the name cannot be used. */
export type NameMeaning = Value | { readonly refused: string }

/** Where a name stands: within an aggregate, or elsewhere. */
export type NameRole = 'AGGREGATED' | 'VALUE'

/** Gives the meaning of a name by its parts, `a.b` in two. */
export type ResolveName = (parts: readonly NamePart[], role: NameRole) => NameMeaning

/** A translation in progress. */
export interface Context {
  readonly facts: DialectFacts
  readonly resolve: ResolveName
  /** Gives the meaning of a name in `MEASURE(…)`; null where there is no such function. */
  readonly resolveMeasure: ResolveName | null
  /** Where names stand. */
  readonly role: NameRole
  /** Notes a part whose value may differ from that of the engine. */
  readonly note: (message: string, span: Span) => void
  /** Translates a part. */
  readonly value: (node: SqlNode) => Value
}

/** A call to translate. */
export interface CallSite extends Context {
  readonly call: SqlCall & { readonly span: Span }
  readonly at: At
  readonly args: readonly SqlNode[]
}

/** Translates the calls of a function. */
export type TranslateCall = (site: CallSite) => Value

/** Refuses a call with the wrong number of arguments. */
export function assertCount({ call, args }: CallSite, least: number, most: number = least): void {
  if (args.length >= least && args.length <= most) return
  const expected = least === most ? `${least}` : `${least} to ${most}`
  refuse(`${call.name} with ${args.length} arguments; ${expected} are read`, call.span)
}

/** The value of a constant text. */
export function readConstantText(node: SqlNode, role: string): string {
  if (node.kind === 'text') return node.value
  return refuse(`${role} is not a constant text`, node.span)
}

/** The value of a constant whole number; null for any other node. */
export function readConstantInt(node: SqlNode | undefined): number | null {
  if (node?.kind === 'unary' && node.op === '-') {
    const positive = readConstantInt(node.operand)
    return positive === null ? null : -positive
  }
  return node?.kind === 'number' && /^\d+$/.test(node.raw) ? Number(node.raw) : null
}

/** A word given as a name or as a text: `month`, `'month'`. */
export function readWordArgument(node: SqlNode | undefined, role: string, call: SqlCall): string {
  if (node?.kind === 'text') return node.value.toUpperCase()
  if (node?.kind === 'name' && node.parts.length === 1) return node.parts[0]!.text.toUpperCase()
  return refuse(`${role} of ${call.name} is not a word`, node?.span ?? call.nameSpan)
}
