/**
 * Returns the candidates that are similar to a misspelt `name`, best first, at most three. A candidate is similar when,
 * without case, spaces, `_` and `-`, its edit distance (optimal string alignment) from `name` is at most a third of the
 * length of `name`, or one of the two is a prefix of the other.
 *
 * @example
 * ```ts
 * import { nearNames } from '@tributary/core'
 * nearNames('flight count', ['flight_count', 'avg_delay']) // => ['flight_count']
 * ```
 */
export function nearNames(name: string, candidates: Iterable<string>): readonly string[] {
  const wanted = fold(name)
  const limit = limitFor(wanted)
  const ranked: { readonly candidate: string; readonly distance: number }[] = []
  for (const candidate of new Set(candidates)) {
    const distance = computeDistance(wanted, fold(candidate), limit)
    if (distance <= limit) ranked.push({ candidate, distance })
  }
  ranked.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return ranked.slice(0, 3).map((match) => match.candidate)
}

/** Removes what is ignored when names are compared: case, spaces, `_` and `-`. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

function computeDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (a.length >= 3 && b.length >= 3 && (b.startsWith(a) || a.startsWith(b))) return limit
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  return editDistance(a, b)
}

/** The largest edit distance at which another name counts as similar to this folded name. */
export function limitFor(folded: string): number {
  return Math.max(1, Math.floor(folded.length / 3))
}

/** The optimal string alignment distance: insertions, deletions, replacements and swaps of two neighbours. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(change, above[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, before[j - 2]! + 1)
      }
      row.push(best)
    }
    before = above
    above = row
  }
  return above[b.length]!
}
