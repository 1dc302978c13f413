import { workspaceSchema } from './workspace-schema.ts'

const LINE_WIDTH = 100

/** The text of the published schema file, laid out as the repository's formatter does. */
export function workspaceSchemaText(): string {
  const { $schema, title, description, ...rest } = workspaceSchema as Record<string, unknown>
  return `${jsonText({ $schema, title, description, ...rest }, 0, 0)}\n`
}

/** JSON with objects one key a line, and lists on one line when they fit after `used` columns. */
function jsonText(value: unknown, depth: number, used: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const indent = '  '.repeat(depth + 1)
  const close = `\n${'  '.repeat(depth)}`
  if (Array.isArray(value)) {
    const flat = `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
    const hasObject = value.some((one) => typeof one === 'object')
    if (!hasObject && used + flat.length < LINE_WIDTH) return flat
    const items = value.map((one) => indent + jsonText(one, depth + 1, indent.length))
    return `[\n${items.join(',\n')}${close}]`
  }
  const pairs = Object.entries(value).map(([key, one]) => {
    const start = `${indent}${JSON.stringify(key)}: `
    return start + jsonText(one, depth + 1, start.length)
  })
  return pairs.length === 0 ? '{}' : `{\n${pairs.join(',\n')}${close}}`
}
