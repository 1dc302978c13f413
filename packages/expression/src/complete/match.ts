/** How well a name fits what is typed: 0 begins with it, 1 a word of it does, 2 it is somewhere inside. */
export type Fit = 0 | 1 | 2

/** How well a name fits what is typed, both in small letters; null when it does not. */
export function fitOf(name: string, typed: string): Fit | null {
  const at = name.indexOf(typed)
  if (at <= 0) return at === 0 ? 0 : null
  return isPartOfWord(name.charCodeAt(at - 1)) ? 2 : 1
}

/** The best `limit` of the candidates by the fit of their labels, otherwise in their own order. */
export function bestFits<T extends { readonly label: string }>(
  candidates: Iterable<T>,
  typed: string,
  limit: number,
): readonly { readonly one: T; readonly fit: Fit }[] {
  const wanted = typed.toLowerCase()
  const fits: readonly { readonly one: T; readonly fit: Fit }[][] = [[], [], []]
  for (const one of candidates) {
    const fit = fitOf(one.label.toLowerCase(), wanted)
    if (fit !== null && fits[fit]!.length < limit) fits[fit]!.push({ one, fit })
    if (fits[0]!.length === limit) break
  }
  return fits.flat().slice(0, limit)
}

function isPartOfWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127
}
