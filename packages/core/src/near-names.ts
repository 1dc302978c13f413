/**
 * The names of `candidates` that somebody who wrote `name` may have meant, best first, at most
 * three: equal but for case, spaces, `_` and `-`, or within an edit distance of a third of the length,
 * or `name` begins one of them (or is begun by it).
 */
export function nearNames(name: string, candidates: Iterable<string>): readonly string[] {
  const wanted = fold(name)
  const limit = limitFor(wanted)
  const ranked: { readonly candidate: string; readonly distance: number }[] = []
  for (const candidate of new Set(candidates)) {
    const distance = distanceOf(wanted, fold(candidate), limit)
    if (distance <= limit) ranked.push({ candidate, distance })
  }
  ranked.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return ranked.slice(0, 3).map((one) => one.candidate)
}

/** A name without what people get wrong most easily. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

function distanceOf(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (a.length >= 3 && b.length >= 3 && (b.startsWith(a) || a.startsWith(b))) return limit
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  return editDistance(a, b)
}

/** How far a folded name may be from another that is near it. */
export function limitFor(folded: string): number {
  return Math.max(1, Math.floor(folded.length / 3))
}

/** Optimal string alignment: insert, delete, replace, swap two neighbours. */
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
