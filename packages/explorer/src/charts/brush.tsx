import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** A window that is marked on a series. */
export interface MarkedWindow {
  readonly kind: 'compare' | 'current'
  /** The first period in it, and the first after it. */
  readonly from: number
  readonly to: number
  /** The dates of it. */
  readonly label: string
  /** The label for screen readers. */
  readonly name: string
}

/** The windows of a series as things that can be moved. */
export interface BrushProps {
  readonly windows: readonly MarkedWindow[]
  /** How many periods there are. */
  readonly count: number
  /** Where the first period begins and how wide each is, in pixels. */
  readonly room: { readonly left: number; readonly step: number }
  readonly wordsOf: (from: number, to: number) => string | null
  /** Takes a window while it is moved. */
  readonly show: (moved: MarkedWindow) => void
  /** Takes a window when it has been moved. */
  readonly take: (moved: MarkedWindow) => void
}

/** After this many milliseconds without a key, a window that the keyboard moved is taken. */
const SETTLED = 600

/**
 * Lets windows be moved: by dragging one, by arrow keys (with Shift its end alone), or by drawing a new current one on
 * the ground.
 */
export function Brush(props: BrushProps): JSX.Element {
  const { windows, count, room, wordsOf, show, take } = props
  const ground = useRef<HTMLDivElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(waiting.current ?? undefined), [])
  const moved = (markedWindow: MarkedWindow, from: number, to: number): MarkedWindow => {
    return { ...markedWindow, from, to, label: wordsOf(from, to - 1) ?? markedWindow.label }
  }
  const periodAt = (event: PointerEvent) => {
    const x = event.clientX - ground.current!.getBoundingClientRect().left
    return Math.min(count - 1, Math.max(0, Math.floor((x - room.left) / room.step)))
  }
  const drag = (event: PointerEvent, markedWindow: MarkedWindow, isNew: boolean) => {
    event.preventDefault()
    const begun = periodAt(event)
    let last = markedWindow
    const follow = (next: PointerEvent) => {
      const at = periodAt(next)
      const span = markedWindow.to - markedWindow.from
      const from = Math.min(count - span, Math.max(0, markedWindow.from + at - begun))
      last = isNew
        ? moved(markedWindow, Math.min(begun, at), Math.max(begun, at) + 1)
        : moved(markedWindow, from, from + span)
      show(last)
    }
    const end = () => {
      removeEventListener('pointermove', follow)
      if (last.from !== markedWindow.from || last.to !== markedWindow.to) take(last)
    }
    addEventListener('pointermove', follow)
    addEventListener('pointerup', end, { once: true })
  }
  const press = (event: KeyboardEvent, markedWindow: MarkedWindow) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const from = event.shiftKey ? markedWindow.from : markedWindow.from + by
    const to = markedWindow.to + by
    if (from < 0 || to > count || to <= from) return
    const next = moved(markedWindow, from, to)
    show(next)
    clearTimeout(waiting.current ?? undefined)
    waiting.current = setTimeout(() => take(next), SETTLED)
  }
  const current = windows.find(({ kind }) => kind === 'current')
  return (
    <div
      class="brush"
      ref={ground}
      onPointerDown={(event) => current && event.button === 0 && drag(event, current, true)}
    >
      {windows.map((markedWindow) =>
        markedWindow.from >= markedWindow.to ? null : (
          <div
            key={markedWindow.kind}
            class={`grip ${markedWindow.kind}`}
            role="slider"
            tabIndex={0}
            aria-label={markedWindow.name}
            aria-valuemin={0}
            aria-valuemax={count - 1}
            aria-valuenow={markedWindow.from}
            aria-valuetext={markedWindow.label}
            style={{
              left: `${room.left + markedWindow.from * room.step}px`,
              width: `${(markedWindow.to - markedWindow.from) * room.step}px`,
            }}
            onPointerDown={(event) => {
              event.stopPropagation()
              if (event.button === 0) drag(event, markedWindow, false)
            }}
            onKeyDown={(event) => press(event, markedWindow)}
          />
        ),
      )}
    </div>
  )
}
