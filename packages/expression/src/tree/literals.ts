import type { Column, Field } from './expr.ts'

/** A name in brackets, with quotes only where it would otherwise be read differently. */
export function printName(
  name: Pick<Field, 'kind' | 'name'> | Pick<Column, 'kind' | 'dataset' | 'column'>,
): string {
  if (name.kind === 'column') return `[${quoteName(name.dataset)}/${quoteName(name.column)}]`
  const needsQuotes = name.name.startsWith("'") || name.name.startsWith('"')
  return needsQuotes ? `[${quoteName(name.name)}]` : `[${name.name.replaceAll(']', ']]')}]`
}

/** A text literal in double quotes. */
export function printText(value: string): string {
  return `"${value.replace(/["\\\n\r\t]/g, (character) => ESCAPES.get(character) ?? character)}"`
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

function quoteName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}
