import { type Context, readConstantText } from './context/context.ts'
import type { At, Value } from './context/value.ts'
import { translateRegexp } from './functions/regexps.ts'
import { refuse } from './syntax/refusal.ts'
import type { SqlLike } from './syntax/sql-tree.ts'

/** Translates LIKE, ILIKE and regular expressions. */
export function translateLike(
  node: SqlLike,
  { at, value, facts }: Context & { readonly at: At },
): Value {
  const text = value(node.operand)
  if (node.op === 'REGEXP') {
    const condition = translateRegexp(text, node.pattern, { at, facts })
    return node.not ? at.not(condition) : condition
  }
  const pattern = readConstantText(node.pattern, 'the pattern')
  const escapedBy = readEscapeCharacter(node) ?? facts.likeEscape
  const name = node.op === 'LIKE' ? 'Like' : 'ILike'
  const condition = at.call(
    name,
    [text, at.text(toLikePattern(pattern, escapedBy, node))],
    'BOOLEAN',
  )
  return node.not ? at.not(condition) : condition
}

function readEscapeCharacter({ escapedBy }: SqlLike): string | null {
  if (escapedBy === null) return null
  const character = readConstantText(escapedBy, 'the ESCAPE character')
  if (character.length !== 1) refuse('an ESCAPE that is not one character', escapedBy.span)
  return character
}

/** The pattern with a backslash as its escapedBy, as ours have it. */
function toLikePattern(pattern: string, escapedBy: string | null, node: SqlLike): string {
  let result = ''
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i]!
    if (character !== escapedBy) {
      result += character === '\\' ? '\\\\' : character
      continue
    }
    const next = pattern[++i]
    if (next === undefined) refuse('a pattern that ends with its escapedBy', node.pattern.span)
    result += next === '%' || next === '_' || next === '\\' ? `\\${next}` : next
  }
  return result
}
