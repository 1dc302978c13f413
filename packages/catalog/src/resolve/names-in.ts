import {
  type Column,
  type Expr,
  type Field,
  type GrainWord,
  parse,
  references,
  type WorkCalendar,
} from '@tributary/expression'
import { splitGrain as split } from '@tributary/expression/internal'

/**
 * Splits a name and its suffix of a grain of a calendar: `metric_time__week` is `metric_time` by `WEEK`. Without a suffix the
 * grain is null.
 */
export function splitGrain(
  text: string,
  calendar: WorkCalendar,
): { readonly name: string; readonly grain: GrainWord | null } {
  const found = split(text, calendar)
  return found === null ? { name: text, grain: null } : { name: found.base, grain: found.grain }
}

/** The names in an expression, without grain suffixes; none when it cannot be parsed. */
export function namesIn(text: string, calendar: WorkCalendar): readonly (Field | Column)[] {
  return namesOf(parse(text).ast, calendar)
}

/** What stands in [brackets] in an expression, without grain suffixes. */
export function fieldsIn(text: string, calendar: WorkCalendar): readonly string[] {
  return namesIn(text, calendar).flatMap((name) => (name.kind === 'field' ? [name.name] : []))
}

/** The names that a parsed expression uses, without grain suffixes; none for null. */
export function namesOf(ast: Expr | null, calendar: WorkCalendar): readonly (Field | Column)[] {
  if (ast === null) return []
  return references(ast).map((name) =>
    name.kind === 'field' ? { ...name, name: splitGrain(name.name, calendar).name } : name,
  )
}
