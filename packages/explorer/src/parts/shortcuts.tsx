import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { keep, readKept } from '../storage.ts'
import { texts } from '../text/language.ts'

/** What a page does for single keys. */
type Actions = Readonly<Record<string, () => void>>

const KEPT = 'letters'

/** Whether single keys are shortcuts; people who speak to their computer switch them off. */
const isOn = signal(true)

/** What the page that is shown does for keys. */
let actions: Actions = {}

/** Gives the page that is shown its keys while it is shown. */
export function useShortcuts(pageActions: Actions): void {
  useEffect(() => {
    actions = pageActions
    return () => {
      if (actions === pageActions) actions = {}
    }
  })
}

/** The keys in the order in which they are listed. */
const LISTED = [
  ['Ctrl K', 'search'],
  ['m', 'metric'],
  ['t', 'window'],
  ['[', 'before'],
  [']', 'after'],
  ['/', 'condition'],
  ['1 – 9', 'dimension'],
  ['Backspace', 'up'],
  ['c', 'link'],
  ['?', 'list'],
] as const

/** Listens for single keys, and lists them when `?` is pressed. */
export function Shortcuts(): JSX.Element {
  const { shell } = texts.value
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    isOn.value = readKept('always', KEPT) !== 'off'
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || dialog.current?.open) return
      if (event.key === '?') dialog.current?.showModal()
      else if (!isOn.value || !(event.key in actions)) return
      else actions[event.key]!()
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <dialog ref={dialog} aria-label={shell.shortcuts}>
      <h2>{shell.shortcuts}</h2>
      <dl>
        {LISTED.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{shell.keys[name]}</dd>
          </div>
        ))}
      </dl>
      <p>
        <label>
          <input
            type="checkbox"
            checked={isOn.value}
            onChange={(event) => {
              isOn.value = event.currentTarget.checked
              keep('always', KEPT, isOn.value ? null : 'off')
            }}
          />{' '}
          {shell.letters}
        </label>
      </p>
      <form method="dialog">
        <button type="submit">{shell.close}</button>
      </form>
    </dialog>
  )
}

/** Whether a key is written into something. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const { tagName, isContentEditable, shadowRoot } = target
  const isField = tagName === 'INPUT' && (target as HTMLInputElement).type !== 'checkbox'
  return isField || isContentEditable || shadowRoot !== null || /^(TEXTAREA|SELECT)$/.test(tagName)
}
