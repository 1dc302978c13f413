import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** The height of a row in pixels; the style sheet says the same. */
const ROW = 42
/** Rows that are drawn beyond either edge. */
const BEYOND = 12
/** Fewer rows are all drawn. */
const FEW = 60

/** The rows of a long table that are in sight, and the room of those that are not. */
export interface RowsInSight {
  readonly ref: RefObject<HTMLElement | null>
  /** The first row to draw, and the first after them. */
  readonly from: number
  readonly to: number
  /** The heights of the rows before and after, in pixels. */
  readonly above: number
  readonly below: number
}

/** Follows the scrolling of an element that holds `count` rows of one height. */
export function useRowsInSight(count: number): RowsInSight {
  const ref = useRef<HTMLElement>(null)
  const [sight, setSight] = useState({ first: 0, shown: FEW })
  useEffect(() => {
    const place = ref.current
    if (place === null) return
    const look = () => {
      const first = Math.floor(place.scrollTop / ROW)
      setSight((previous) =>
        previous.first === first ? previous : { first, shown: previous.shown },
      )
    }
    const observer = new ResizeObserver(() => {
      const rowCount = Math.ceil(place.clientHeight / ROW)
      setSight(({ first }) => ({ first, shown: rowCount }))
    })
    place.addEventListener('scroll', look, { passive: true })
    observer.observe(place)
    return () => {
      place.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [])
  if (count <= FEW) return { ref, from: 0, to: count, above: 0, below: 0 }
  const from = Math.max(0, Math.min(sight.first, count - sight.shown) - BEYOND)
  const to = Math.min(count, Math.max(0, sight.first) + sight.shown + BEYOND)
  return { ref, from, to, above: from * ROW, below: (count - to) * ROW }
}
