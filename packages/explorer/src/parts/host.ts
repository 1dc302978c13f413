import { effect, signal } from '@preact/signals'
import { pageAddress } from '../address/page.ts'
import { amend, isEmbedded, page, pageAt } from '../answers/place.ts'
import { caller, namedCaller, servedFact } from '../answers/session.ts'
import { forgetAnswers } from '../answers/use-answer.ts'
import {
  type FrameMessage,
  type HostMessage,
  readHostMessage,
  toVersionedMessage,
  toWhyState,
} from '../embed/messages.ts'
import { showLanguage } from '../text/language.ts'
import { showTheme } from './theme.ts'

/** Whether this page is shown in a frame of another page. */
export const isFramed: boolean = isEmbedded && window.parent !== window

/** The sites that may embed this page. Browsers refuse the frames of all others. */
const ORIGINS: readonly string[] = servedFact('origins')?.split(' ') ?? []

/** The site around this page; null until it is known. */
const host = signal<string | null>(null)

/**
 * Exchanges messages with the page around this one: takes what a listed site sends, and tells it what is shown and how high
 * that is. What is shown goes to no other site.
 */
export function followHost(): void {
  addEventListener('message', ({ data, origin, source }) => {
    if (source !== window.parent || !ORIGINS.includes(origin)) return
    const message = readHostMessage(data)
    if (message === null) return
    host.value = origin
    take(message)
  })
  const [above = null] = location.ancestorOrigins ?? []
  if (above !== null && ORIGINS.includes(above)) host.value = above
  caller.value = namedCaller()
  // It is not known yet who is there, and this tells nothing.
  window.parent.postMessage(toVersionedMessage({ type: 'ready' }), '*')
  let wasSignedIn = false
  effect(() => {
    if (caller.value === null) say({ type: 'sign-in-needed', refused: wasSignedIn })
    else wasSignedIn = true
  })
  followPage()
}

/** Tells the address, the title and the height of the page whenever they change. */
function followPage(): void {
  const title = signal(document.title)
  const titled = new MutationObserver(() => {
    title.value = document.title
  })
  titled.observe(document.querySelector('title')!, { childList: true })
  const height = signal(0)
  const pageElement = document.getElementById('page')!
  const resized = new ResizeObserver(() => {
    height.value = pageElement.offsetHeight
  })
  resized.observe(pageElement)
  effect(() => say({ type: 'navigated', address: pageAddress(page.value), title: title.value }))
  effect(() => say({ type: 'height', height: height.value }))
}

/** Says something once it is known to whom, and again when that changes. */
function say(message: FrameMessage): void {
  if (host.value !== null) window.parent.postMessage(toVersionedMessage(message), host.value)
}

function take(message: HostMessage): void {
  switch (message.type) {
    case 'sign-in':
      forgetAnswers()
      caller.value = message.caller
      return
    case 'set-question':
      amend({ page: 'why', state: toWhyState(message.question) })
      return
    case 'show':
      amend(pageAt(message.address))
      return
    case 'set-appearance':
      if (message.appearance.theme !== undefined) showTheme(message.appearance.theme)
      if (message.appearance.language !== undefined) showLanguage(message.appearance.language)
      return
  }
}
