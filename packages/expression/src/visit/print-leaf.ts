import type { Column } from '../ast/column.ts'
import type { Field } from '../ast/field.ts'

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** A text literal in double quotes. */
export function printText(value: string): string {
  return `"${value.replace(/["\\\n\r\t]/g, (character) => ESCAPES.get(character) ?? character)}"`
}

/** A name in brackets, quoted inside only where it would read as something else without. */
export function printName(
  name: Pick<Field, 'kind' | 'name'> | Pick<Column, 'kind' | 'dataset' | 'column'>,
): string {
  if (name.kind === 'column') return `[${quoted(name.dataset)}/${quoted(name.column)}]`
  const needsQuotes = name.name.startsWith("'") || name.name.startsWith('"')
  return needsQuotes ? `[${quoted(name.name)}]` : `[${name.name.replaceAll(']', ']]')}]`
}

function quoted(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}
