import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

const BEFORE_MEASURED = 800

/** The width of an element in pixels, as it changes. */
export function useWidth<Of extends Element>(): readonly [RefObject<Of | null>, number] {
  const ref = useRef<Of>(null)
  const [width, setWidth] = useState(BEFORE_MEASURED)
  useEffect(() => {
    if (ref.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.max(1, Math.round(entry.contentRect.width)))
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
