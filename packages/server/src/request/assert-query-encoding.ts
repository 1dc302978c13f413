import { invalidPartError } from '../errors.ts'

/**
 * Throws `SERVER_INVALID_QUERY` when a query parameter of `url` is not UTF-8 in percent-encoding. Fastify would pass
 * it on as it is written.
 */
export function assertQueryEncoding(url: string): void {
  const start = url.indexOf('?')
  if (start === -1 || !url.includes('%', start)) return
  for (const pair of url.slice(start + 1).split('&')) {
    if (isEncoded(pair)) continue
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length
    const value = pair.slice(isEncoded(pair.slice(0, end)) ? end + 1 : 0)
    const expected = 'UTF-8 in percent-encoding'
    throw invalidPartError('query', [
      { path: pair.slice(0, end), expected, found: quoteText(value) },
    ])
  }
}

function isEncoded(text: string): boolean {
  return decodeText(text) !== null
}

/** The bundler drops a call of `decodeURIComponent` whose value is not used, as if it could not throw. */
function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function quoteText(text: string): string {
  return `"${text.length <= 40 ? text : `${text.slice(0, 40)}…`}"`
}
