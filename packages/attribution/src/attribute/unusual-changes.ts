/** A change and what is usual: the root mean square of so many earlier ones. */
export interface ChangeBeside {
  readonly change: number
  readonly usual: number
  readonly count: number
}

/** Of the changes that are called unusual, at most this part is expected to be usual ones. */
const FALSE_PART = 0.05

/**
 * Which of several chances belong to unusual changes; null for those that are not known. All are judged together
 * (Y. Benjamini and Y. Hochberg, _J. Roy. Statist. Soc. B_ 57, 1995): of many metrics some change much by chance.
 */
export function unusualChances(chances: readonly (number | null)[]): readonly (boolean | null)[] {
  const sortedChances = chances.filter((chance) => chance !== null).toSorted((a, b) => a - b)
  const most = sortedChances.findLast((chance, rank) => {
    return chance <= (FALSE_PART * (rank + 1)) / sortedChances.length
  })
  return chances.map((chance) => (chance === null ? null : most !== undefined && chance <= most))
}

/**
 * How likely a change of this size, or a larger one, is where changes are as usual: by Student's distribution with as many
 * degrees of freedom as there are earlier changes, so that few of them need a larger change.
 */
export function computeChangeChance({ change, usual, count }: ChangeBeside): number {
  if (change === 0) return 1
  if (usual === 0) return 0
  return studentTails(Math.abs(change) / usual, count)
}

/** The two tails of Student's distribution beyond `t`, for whole degrees of freedom (Abramowitz and Stegun 26.7.3-4). */
function studentTails(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom))
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const isEven = freedom % 2 === 0
  let term = isEven ? 1 : cosine
  let sum = freedom === 1 ? 0 : term
  for (let k = isEven ? 2 : 3; k <= freedom - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine
    sum += term
  }
  const inside = isEven ? sine * sum : (2 / Math.PI) * (angle + sine * sum)
  return Math.max(0, 1 - inside)
}
