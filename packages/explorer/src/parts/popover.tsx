import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useShortcuts } from './shortcuts.tsx'

/** A button that opens a panel below it. Escape and a click elsewhere close it; the focus returns to the button. */
export function Popover({
  label,
  name,
  shortcut,
  children,
}: {
  /** The content of the button. */
  readonly label: ComponentChildren
  /** The label of the panel for screen readers. */
  readonly name: string
  /** A key that opens and closes the panel. @defaultValue none */
  readonly shortcut?: string
  readonly children: (close: () => void) => ComponentChildren
}): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const place = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const toggle = () => setOpen(!isOpen)
  useShortcuts(shortcut === undefined ? {} : { [shortcut]: toggle })

  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    place.current?.querySelector<HTMLElement>('input, [role=dialog] button')?.focus()
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is meant for whatever has the focus inside
    <span
      class="popover"
      ref={place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <button
        type="button"
        class="chosen"
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {label}
        <span class="arrow" aria-hidden="true">
          ▾
        </span>
      </button>
      {isOpen && (
        <div role="dialog" aria-label={name} id={id} class="panel">
          {children(close)}
        </div>
      )}
    </span>
  )
}
