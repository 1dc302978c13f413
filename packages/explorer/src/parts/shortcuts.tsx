import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { keep, readKept } from '../storage.ts'
import { texts } from '../text/language.ts'

/** Actions by key. */
type Actions = Readonly<Record<string, () => void>>

const KEPT = 'letters'

/** Whether single keys are shortcuts; people who speak to their computer switch them off. */
const isOn = signal(true)

/** The actions of the components that are shown. */
const shownActions = new Set<Actions>()

/** Gives a component its keys while it is shown. */
export function useShortcuts(actions: Actions): void {
  useEffect(() => {
    shownActions.add(actions)
    return () => {
      shownActions.delete(actions)
    }
  })
}

/** The action of a key; null without one. */
function findAction(key: string): (() => void) | null {
  if (!isOn.value) return null
  const actions = [...shownActions].find((candidate) => Object.hasOwn(candidate, key))
  return actions?.[key] ?? null
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
      const action = event.key === '?' ? () => dialog.current?.showModal() : findAction(event.key)
      if (action === null) return
      action()
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
