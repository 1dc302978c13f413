/** Values that the browser keeps until the tab is closed, or for good. */
export type Lifetime = 'tab' | 'always'

/** The text that is kept under a name; null when there is none, and where the browser keeps nothing. */
export function readKept(lifetime: Lifetime, name: string): string | null {
  try {
    return getStorage(lifetime).getItem(`tributary.${name}`)
  } catch {
    return null
  }
}

/** Keeps a text, or with null forgets it. A browser that keeps nothing, as in frames of other sites, is no fault. */
export function keep(lifetime: Lifetime, name: string, text: string | null): void {
  try {
    if (text === null) getStorage(lifetime).removeItem(`tributary.${name}`)
    else getStorage(lifetime).setItem(`tributary.${name}`, text)
  } catch {
    // Without a kept value the person chooses again.
  }
}

/** Throws where the browser refuses storage. */
function getStorage(lifetime: Lifetime): Storage {
  return lifetime === 'tab' ? sessionStorage : localStorage
}
