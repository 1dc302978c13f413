/** More of it helps nobody. */
const LONGEST = 20_000

/** An error as text for whoever looks for its cause: its stack, and those of its causes. */
export function errorText(error: unknown): string {
  const parts: string[] = []
  const seen = new Set<unknown>()
  for (let one = error; one !== undefined && one !== null && !seen.has(one); one = causeOf(one)) {
    seen.add(one)
    parts.push(textOf(one))
  }
  const text = parts.join('\nCaused by: ')
  return text === '' ? 'The work failed without saying why.' : text.slice(0, LONGEST)
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
