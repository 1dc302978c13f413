/** The JSON type of a value; `array` and `null` are types of their own. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A JSON type in words for the author of a file. */
export function nounOf(type: string | undefined): string {
  const nouns: Readonly<Record<string, string>> = {
    object: 'keys and values',
    array: 'a list',
    string: 'text',
    boolean: 'true or false',
  }
  return nouns[type ?? ''] ?? 'a value'
}

/** A value in words, as something that was found. */
export function found(value: unknown): string {
  switch (typeOf(value)) {
    case 'null':
    case 'undefined':
      return 'nothing'
    case 'array':
      return 'a list'
    case 'object':
      return 'keys and values'
    case 'string': {
      const text = value as string
      return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`
    }
    default:
      return `${value}`
  }
}
