import { check } from '../check/check.ts'
import type { Level } from '../check/context.ts'
import type { Scope } from '../check/scope.ts'
import { findFunction, formatSignature } from '../functions/registry.ts'
import { lex } from '../syntax/lex.ts'
import { parse } from '../syntax/parse.ts'
import { getTokenSpan, type Token } from '../syntax/token.ts'
import { Close, Open, Word } from '../syntax/tokens.ts'
import { printName } from '../tree/literals.ts'
import type { Span } from '../tree/span.ts'
import type { ValueType } from '../values/value-type.ts'
import { nameOfToken, typeOfName } from './name-types.ts'

/** The name or function at an offset of a text. */
export interface Hover {
  readonly kind: 'field' | 'column' | 'function'
  /** The span of the name or function. */
  readonly span: Span
  /** `[delay]`, or the canonical name of a function. */
  readonly name: string
  /** The type of the name or of the call; null when it is unknown. */
  readonly type: ValueType | null
  /** One sentence for a person; null when there is none. */
  readonly description: string | null
  /** The signature of a function, `Left(text, count)`; null for a name. */
  readonly signature: string | null
}

/** Options of {@link hover}. */
export interface HoverOptions {
  /** The level of the expression, as in {@link CheckOptions.level}. @defaultValue `row` */
  readonly level?: Level
  /** The value of `Now()`, as in {@link CheckOptions.now}. */
  readonly now?: bigint
}

/**
 * Describes the name or the called function at an offset of a text; null for anything else. Never throws.
 * @example
 * ```ts
 * import { hover, type Scope } from '@tributary/attribution/expression'
 * const scope: Scope = {
 *   resolve: () => ({ found: { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' } }),
 *   names: () => ['delay'],
 * }
 * hover('Abs([delay])', 5, scope)?.type // => 'INT'
 * hover('Abs([delay])', 0, scope)?.signature // => 'Abs(number)'
 * ```
 */
export function hover(
  text: string,
  offset: number,
  scope: Scope,
  options: HoverOptions = {},
): Hover | null {
  const { tokens } = lex(text)
  const at = tokens.findIndex((token) => {
    const { start, end } = getTokenSpan(token)
    return start <= offset && offset < end
  })
  const token = tokens[at]
  if (token === undefined) return null
  if (token.tokenType === Word) return hoverFunction({ text, tokens, at }, scope, options)
  return isBracketedName(token) ? hoverName(token, scope) : null
}

function isBracketedName({ image }: Token): boolean {
  return image.length > 2 && image.startsWith('[') && image.endsWith(']')
}

function hoverName(token: Token, scope: Scope): Hover | null {
  const name = nameOfToken(token)
  if (name === null) return null
  return {
    kind: name.kind,
    span: getTokenSpan(token),
    name: printName(name),
    type: typeOfName(name, scope),
    description: scope.describe?.(name)?.description ?? null,
    signature: null,
  }
}

interface Called {
  readonly text: string
  readonly tokens: readonly Token[]
  /** The index of the word. */
  readonly at: number
}

function hoverFunction(
  { text, tokens, at }: Called,
  scope: Scope,
  options: HoverOptions,
): Hover | null {
  const word = tokens[at]!
  const definition = tokens[at + 1]?.tokenType === Open ? findFunction(word.image) : undefined
  if (definition === undefined) return null
  const close = endOfCall(tokens, at + 1)
  const { start } = getTokenSpan(word)
  const call = close === undefined ? '' : text.slice(start, getTokenSpan(close).end)
  return {
    kind: 'function',
    span: getTokenSpan(word),
    name: definition.name,
    type: typeOfCall(call, scope, options),
    description: definition.description,
    signature: `${definition.name}(${formatSignature(definition)})`,
  }
}

function endOfCall(tokens: readonly Token[], open: number): Token | undefined {
  let depth = 0
  return tokens.slice(open).find(({ tokenType }) => {
    if (tokenType === Open) depth += 1
    if (tokenType === Close) depth -= 1
    return depth === 0
  })
}

function typeOfCall(call: string, scope: Scope, options: HoverOptions): ValueType | null {
  const { ast } = parse(call)
  const type = ast && check(ast, scope, options).typed?.type
  return type === undefined || type === 'UNKNOWN' ? null : type
}
