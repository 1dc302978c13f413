import { replacePart } from './requests/mutations.ts'
import type { Fields } from './requests/questions.ts'
import type { Sent } from './server/send.ts'

/** A request with less in its body that still does what `isStill` looks for; tries so many smaller ones at most. */
export async function shrinkRequest(
  sent: Sent,
  isStill: (smaller: Sent) => Promise<boolean>,
  tries: number,
): Promise<Sent> {
  if (sent.body === null || sent.bytes !== undefined || sent.headers['content-type'] !== undefined)
    return sent
  let fields = parseFields(sent.body)
  let left = tries
  let isSmaller = true
  while (isSmaller && left > 0 && fields !== null) {
    isSmaller = false
    for (const candidate of listSmaller(fields)) {
      if (left-- <= 0) break
      if (!(await isStill({ ...sent, body: JSON.stringify(candidate) }))) continue
      fields = candidate
      isSmaller = true
      break
    }
  }
  return fields === null ? sent : { ...sent, body: JSON.stringify(fields) }
}

function parseFields(body: string): Fields | null {
  try {
    const fields: unknown = JSON.parse(body)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? (fields as Fields)
      : null
  } catch {
    return null
  }
}

/** The fields without one part each, the largest parts first, and with half of a long text. */
function* listSmaller(fields: Fields): Generator<Fields> {
  const parts = listParts(fields).toSorted((a, b) => b.size - a.size)
  for (const { path } of parts) yield replacePart(fields, path, () => undefined) as Fields
  for (const { path, value } of parts) {
    if (typeof value !== 'string' || value.length < 40) continue
    yield replacePart(fields, path, () => value.slice(0, value.length / 2)) as Fields
  }
}

interface Part {
  readonly path: readonly string[]
  readonly value: unknown
  readonly size: number
}

function listParts(value: unknown, path: readonly string[] = []): Part[] {
  const own = path.length === 0 ? [] : [{ path, value, size: JSON.stringify(value)?.length ?? 0 }]
  if (typeof value !== 'object' || value === null || path.length > 8) return own
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, child]) => listParts(child, [...path, key])),
  ]
}
