import { type Column, type Field, parse, references } from '@tributary/expression'
import { splitGrain } from '../resolve/grain-suffix.ts'

/** The names that an expression uses, without grain suffixes; none when it cannot be parsed. */
export function namesIn(text: string): readonly (Field | Column)[] {
  const { ast } = parse(text)
  if (ast === null) return []
  return references(ast).map((name) =>
    name.kind === 'field' ? { ...name, name: splitGrain(name.name).name } : name,
  )
}
