import type { Lineage, LineageGraph } from '@tributary/lineage'
import { type ShownLineage, showLineage } from './shown-lineage.ts'

/** The lineage as each caller may see it, made once for everybody with the same rights until it changes. */
export interface ShownLineages {
  /** `rights` is the same text for callers who may see the same. */
  of(rights: string, isShown: Parameters<typeof showLineage>[1]): ShownLineage
  /** Stops following the lineage. */
  close(): void
}

/** More than this many different rights are not kept. */
const MOST = 32

/** Follows `graph`. */
export function createShownLineages(graph: LineageGraph): ShownLineages {
  const made = new Map<string, ShownLineage>()
  const close = graph.observe(() => made.clear())
  return {
    of(rights, isShown) {
      const known = made.get(rights)
      if (known !== undefined) return known
      const lineage: Lineage = graph
      const shown = showLineage(lineage, isShown)
      if (made.size >= MOST) made.clear()
      made.set(rights, shown)
      return shown
    },
    close,
  }
}
