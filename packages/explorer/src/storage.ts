/** What the browser keeps until the tab is closed, or for good. */
export type Kept = 'tab' | 'always'

/** The text that is kept under a name; null when there is none, and where the browser keeps nothing. */
export function readKept(kept: Kept, name: string): string | null {
  try {
    return storageOf(kept).getItem(`tributary.${name}`)
  } catch {
    return null
  }
}

/** Keeps a text, or with null forgets it. A browser that keeps nothing, as in frames of other sites, is no fault. */
export function keep(kept: Kept, name: string, text: string | null): void {
  try {
    if (text === null) storageOf(kept).removeItem(`tributary.${name}`)
    else storageOf(kept).setItem(`tributary.${name}`, text)
  } catch {
    // What is not kept is chosen again.
  }
}

/** Throws where the browser refuses storage. */
function storageOf(kept: Kept): Storage {
  return kept === 'tab' ? sessionStorage : localStorage
}
