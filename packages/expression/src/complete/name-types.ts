import { check } from '../check/check.ts'
import type { Scope } from '../check/scope.ts'
import { createLeafNode } from '../syntax/leaf.ts'
import type { Token } from '../syntax/token.ts'
import type { Column, Field } from '../tree/expr.ts'
import type { ValueType } from '../values/value-type.ts'

/** The name of a token in brackets; null for any other token. */
export function nameOfToken(token: Token): Field | Column | null {
  const node = createLeafNode(token)
  return node.kind === 'field' || node.kind === 'column' ? node : null
}

/** The type of a name in a scope, with its grain suffix; null when it does not resolve. */
export function typeOfName(name: Field | Column, scope: Scope): ValueType | null {
  const type = check(name, scope).typed?.type
  return type === undefined || type === 'UNKNOWN' ? null : type
}

/** The type of the name of a token. */
export function typeOfToken(token: Token, scope: Scope): ValueType | null {
  const name = nameOfToken(token)
  return name && typeOfName(name, scope)
}
