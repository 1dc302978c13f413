import type { Entry } from '../codecs/parts.ts'
import type { Report } from '../files/report.ts'

/** The entries whose `key` is new; a second one with the same value is a mistake and is left out. */
export function filterUnique<Raw extends object, Definition>(
  report: Report,
  kind: string,
  entries: readonly Entry<Raw, Definition>[],
  key: keyof Definition & string,
): readonly Entry<Raw, Definition>[] {
  const first = new Map<unknown, Raw>()
  return entries.filter(({ raw, definition }) => {
    const value = definition[key]
    if (value === null || value === undefined) return true
    const before = first.get(value)
    if (before === undefined) {
      first.set(value, raw)
      return true
    }
    const place = report.placeOf(before)
    report.at(
      raw,
      [key],
      `Two ${plural(kind)} have the ${key} "${value}"`,
      `the first is at ${place}`,
    )
    return false
  })
}

function plural(kind: string): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
}
