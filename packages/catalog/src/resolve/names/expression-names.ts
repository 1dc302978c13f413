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
  const grainedName = split(text, calendar)
  return grainedName === null
    ? { name: text, grain: null }
    : { name: grainedName.base, grain: grainedName.grain }
}

/** The names in an expression, without grain suffixes; none when it cannot be parsed. */
export function listNames(text: string, calendar: WorkCalendar): readonly (Field | Column)[] {
  return listBaseNames(parse(text).ast, calendar)
}

/** The names in [brackets] in an expression, without grain suffixes. */
export function listFieldNames(text: string, calendar: WorkCalendar): readonly string[] {
  return listNames(text, calendar).flatMap((name) => (name.kind === 'field' ? [name.name] : []))
}

/** The names that a parsed expression uses, without grain suffixes; none for null. */
function listBaseNames(ast: Expr | null, calendar: WorkCalendar): readonly (Field | Column)[] {
  if (ast === null) return []
  return references(ast).map((name) =>
    name.kind === 'field' ? { ...name, name: splitGrain(name.name, calendar).name } : name,
  )
}
