import type { Located } from '@tributary/catalog'

/** The texts of a list, each with its place in the request. */
export function located(texts: readonly string[], path: string): readonly Located[] {
  return texts.map((text, index) => ({ text, path: `${path}[${index}]` }))
}

/** A text with its place, or null when it is absent or blank. */
export function locatedOrNull(text: string | null | undefined, path: string): Located | null {
  return text === null || text === undefined || text.trim() === '' ? null : { text, path }
}
