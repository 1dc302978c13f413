import {
  type Column,
  type Expr,
  type Field,
  type GrainWord,
  parse,
  references,
} from '@tributary/expression'

const SUFFIX = /^(.+)__(second|minute|hour|day|week|month|(?:fiscal_)?(?:quarter|year))$/i

/**
 * Splits a name and its grain suffix: `metric_time__week` is `metric_time` by `WEEK`. Without a suffix the grain is
 * null.
 */
export function splitGrain(text: string): {
  readonly name: string
  readonly grain: GrainWord | null
} {
  const match = SUFFIX.exec(text)
  if (match === null) return { name: text, grain: null }
  return { name: match[1]!, grain: match[2]!.toUpperCase() as GrainWord }
}

/** The names in an expression, without grain suffixes; none when it cannot be parsed. */
export function namesIn(text: string): readonly (Field | Column)[] {
  return namesOf(parse(text).ast)
}

/** What stands in [brackets] in an expression, without grain suffixes. */
export function fieldsIn(text: string): readonly string[] {
  return namesIn(text).flatMap((name) => (name.kind === 'field' ? [name.name] : []))
}

/** The names that a parsed expression uses, without grain suffixes; none for null. */
export function namesOf(ast: Expr | null): readonly (Field | Column)[] {
  if (ast === null) return []
  return references(ast).map((name) =>
    name.kind === 'field' ? { ...name, name: splitGrain(name.name).name } : name,
  )
}
