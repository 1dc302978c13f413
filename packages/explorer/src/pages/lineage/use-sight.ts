import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Area } from './drawing.ts'

/** The width of the strip beyond each edge that is drawn too, in pixels. */
const BEYOND = 300
/** The sight moves in steps, so that a scroll of a few pixels draws nothing anew. */
const STEP = 100

/** The part of a drawing that is visible. */
export interface Sight {
  readonly ref: RefObject<HTMLElement | null>
  sees(area: Area): boolean
}

/** Follows the scrolling of an element. When `home` moves, the element scrolls along, so that it stays where it is seen. */
export function useSight(home: Area | null): Sight {
  const ref = useRef<HTMLElement>(null)
  const last = useRef<Area | null>(null)
  const [sight, setSight] = useState({ left: 0, top: 0, width: 2_000, height: 2_000 })
  useEffect(() => {
    const place = ref.current
    if (place === null) return
    const look = () => {
      const step = (value: number) => Math.floor(value / STEP) * STEP
      const next = {
        left: step(place.scrollLeft),
        top: step(place.scrollTop),
        width: place.clientWidth + STEP,
        height: place.clientHeight + STEP,
      }
      setSight((previous) => (JSON.stringify(previous) === JSON.stringify(next) ? previous : next))
    }
    const observer = new ResizeObserver(look)
    observer.observe(place)
    place.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      place.removeEventListener('scroll', look)
    }
  }, [])
  useLayoutEffect(() => {
    const place = ref.current
    if (place === null || home === null) return
    const before = last.current
    if (before === null) {
      place.scrollLeft = (home.left + home.right - place.clientWidth) / 2
      place.scrollTop = (home.top + home.bottom - place.clientHeight) / 2
    } else {
      place.scrollLeft += home.left - before.left
      place.scrollTop += home.top - before.top
    }
    last.current = home
  }, [home?.left, home?.top])
  const { left, top, width, height } = sight
  return {
    ref,
    sees: (area) =>
      area.right >= left - BEYOND &&
      area.left <= left + width + BEYOND &&
      area.bottom >= top - BEYOND &&
      area.top <= top + height + BEYOND,
  }
}
