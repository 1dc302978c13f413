/// <reference lib="dom" />

import { pageAddress } from '../address/page.ts'
import {
  type EmbeddedCaller,
  type FrameMessage,
  type HostMessage,
  type Question,
  readFrameMessage,
  toVersionedMessage,
  toWhyState,
} from './messages.ts'

// The bundler would take `new URL('.', import.meta.url)` for an asset.
const MODULE = import.meta.url

const QUESTION = ['metric', 'current', 'compare', 'by', 'where'] as const
const APPEARANCE = ['theme', 'language'] as const

/** From this many milliseconds after loading on, a page that has said nothing counts as refused. */
const PATIENCE = 5_000
/** The height before the page has said its own, in pixels. */
const FIRST_HEIGHT = 600

const STYLE = `
  :host { display: block; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; border: 0; }
  p { font: 14px/1.5 system-ui, sans-serif; }
`

interface Words {
  name(metric: string): string
  readonly refused: string
  readonly open: string
  readonly noMetric: string
}

const WORDS: Readonly<Record<'en' | 'zh', Words>> = {
  en: {
    name: (metric) => `Why ${metric} changed`,
    refused: 'The explorer cannot be shown here.',
    open: 'Open it in a tab of its own',
    noMetric: 'The attribute “metric” has no value.',
  },
  zh: {
    name: (metric) => `${metric} 为何变化`,
    refused: '无法在此处显示分析页面。',
    open: '在新标签页中打开',
    noMetric: '属性“metric”没有值。',
  },
}

// A server that renders pages imports this module where there are no elements.
const Base: typeof HTMLElement =
  globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement)

/**
 * The element `<tributary-why>`: why a metric changed, as a page of the explorer in a frame. Its attributes are `metric`,
 * `current`, `compare`, `by`, `where`, `theme`, `language`, `label` (its accessible name) and `explorer` (the address of
 * the explorer, where the script is not loaded from there). It emits `sign-in-needed`, answered by {@link caller}, and
 * `navigated` with the address and the title of what is shown.
 */
export class TributaryWhy extends Base {
  static readonly observedAttributes: readonly string[] = [
    ...QUESTION,
    ...APPEARANCE,
    'label',
    'explorer',
  ]

  #frame: HTMLIFrameElement | null = null
  #isReady = false
  #caller: EmbeddedCaller | null = null
  /** The title of the page; null until it is known. */
  #title: string | null = null
  #changed = new Set<string>()
  #patience: ReturnType<typeof setTimeout> | undefined

  /** Who asks. It is handed to the frame by message and kept in memory only; there is no attribute for it. */
  get caller(): EmbeddedCaller | null {
    return this.#caller
  }

  set caller(newCaller: EmbeddedCaller | null) {
    this.#caller = newCaller
    if (newCaller !== null) this.#say({ type: 'sign-in', caller: newCaller })
  }

  /** Called by the browser when the element is put into a page. */
  connectedCallback(): void {
    window.addEventListener('message', this.#hear)
    this.#load()
  }

  /** Called by the browser when the element is taken out of a page. */
  disconnectedCallback(): void {
    window.removeEventListener('message', this.#hear)
    clearTimeout(this.#patience)
    this.#frame = null
  }

  /** Called by the browser for each attribute that changes; those that change together are taken together. */
  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || this.#frame === null) return
    if (this.#changed.size === 0) queueMicrotask(() => this.#update())
    this.#changed.add(name)
  }

  #update(): void {
    const changed = this.#changed
    this.#changed = new Set()
    if (!this.isConnected) return
    if (changed.has('explorer') || this.#frame?.isConnected !== true || this.#metric() === '') {
      this.#load()
      return
    }
    this.#name()
    if (QUESTION.some((name) => changed.has(name))) {
      this.#title = null
      this.#say({ type: 'set-question', question: this.#question() })
    }
    if (APPEARANCE.some((name) => changed.has(name))) this.#sayAppearance()
  }

  /** Shows the page anew. */
  #load(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
    this.#isReady = false
    this.#title = null
    const frame = document.createElement('iframe')
    this.#frame = frame
    if (this.#metric() === '') {
      root.replaceChildren(paragraph(this.#words().noMetric))
      return
    }
    frame.allow = 'clipboard-write'
    frame.style.height = `${FIRST_HEIGHT}px`
    frame.src = this.#address('/embed')
    frame.addEventListener('load', () => {
      clearTimeout(this.#patience)
      this.#patience = setTimeout(() => this.#giveUp(frame), PATIENCE)
    })
    this.#name()
    root.replaceChildren(frame)
  }

  /** A frame that a site may not show looks to that site like one that has loaded. */
  #giveUp(frame: HTMLIFrameElement): void {
    if (this.#isReady || this.#frame !== frame) return
    const { refused, open } = this.#words()
    const link = document.createElement('a')
    link.href = this.#address('')
    link.target = '_blank'
    link.rel = 'noopener'
    link.textContent = open
    const note = paragraph(`${refused} `)
    note.append(link)
    this.shadowRoot?.replaceChildren(note)
  }

  readonly #hear = ({ data, origin, source }: MessageEvent): void => {
    const frame = this.#frame
    if (frame === null || source !== frame.contentWindow || origin !== this.#origin()) return
    const message = readFrameMessage(data)
    if (message !== null) this.#take(message, frame)
  }

  #take(message: FrameMessage, frame: HTMLIFrameElement): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true
        this.#sayAppearance()
        if (this.#caller !== null) this.#say({ type: 'sign-in', caller: this.#caller })
        return
      case 'height':
        frame.style.height = `${Math.ceil(message.height)}px`
        return
      case 'navigated':
        this.#title = message.title
        this.#name()
        this.#emit('navigated', { address: message.address, title: message.title })
        return
      case 'sign-in-needed':
        this.#emit('sign-in-needed', { refused: message.refused })
        return
    }
  }

  #emit(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  #say(message: HostMessage): void {
    if (this.#isReady)
      this.#frame?.contentWindow?.postMessage(toVersionedMessage(message), this.#origin())
  }

  #sayAppearance(): void {
    const [theme, language] = APPEARANCE.map((name) => this.getAttribute(name) ?? undefined)
    const validTheme = (['system', 'light', 'dark'] as const).find(
      (candidate) => candidate === theme,
    )
    this.#say({ type: 'set-appearance', appearance: { theme: validTheme, language } })
  }

  #metric(): string {
    return this.getAttribute('metric') ?? ''
  }

  #question(): Question {
    const [, current, compare, by, where] = QUESTION.map(
      (name) => this.getAttribute(name) ?? undefined,
    )
    return { metric: this.#metric(), current, compare, by, where }
  }

  /** The frame is called as its page, for those who hear what is on the screen. */
  #name(): void {
    if (this.#frame === null) return
    const label = this.getAttribute('label')
    this.#frame.title = label || this.#title || this.#words().name(this.#metric())
  }

  #words(): Words {
    return WORDS[this.getAttribute('language')?.split('-')[0] === 'zh' ? 'zh' : 'en']
  }

  #explorer(): string {
    const explorerAddress = this.getAttribute('explorer')
    const address =
      explorerAddress === null ? new URL('.', MODULE) : new URL(explorerAddress, document.baseURI)
    return address.href.replace(/\/$/, '')
  }

  #origin(): string {
    return new URL(this.#explorer()).origin
  }

  #address(below: string): string {
    return `${this.#explorer()}${below}${pageAddress({ page: 'why', state: toWhyState(this.#question()) })}`
  }
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}

globalThis.customElements?.define('tributary-why', TributaryWhy)
