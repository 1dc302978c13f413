import { signal } from '@preact/signals'
import { type Page, pageAddress, readPage } from '../address/page.ts'

// The bundler would take `new URL('..', import.meta.url)` for an asset.
const MODULE = import.meta.url

/** Where the explorer is served: the module is at `<explorer>/assets/<name>.js`. */
const EXPLORER: string = new URL('..', MODULE).pathname.replace(/\/$/, '')

const EMBEDDED = `${EXPLORER}/embed`

/** Whether the page is one for frames: without what stands around every other page. */
export const isEmbedded: boolean =
  location.pathname === EMBEDDED || location.pathname.startsWith(`${EMBEDDED}/`)

/** The beginning of the address of every page. Pages for frames lie in a folder of their own. */
export const ROOT: string = isEmbedded ? EMBEDDED : EXPLORER

/** The address of the service: the explorer lies in a folder of it. */
export const SERVICE: string = `${location.origin}${EXPLORER.replace(/\/[^/]*$/, '')}`

/** The page that the address names. */
export const page = signal<Page>(currentPage())

/** The address of a page with the root of the explorer, for links. */
export function toPageHref(targetPage: Page): string {
  return `${ROOT}${pageAddress(targetPage)}`
}

/** The address of a page outside of frames, for links that are handed on. */
export function linkTo(targetPage: Page): string {
  return `${location.origin}${EXPLORER}${pageAddress(targetPage)}`
}

/** The page at an address below the root of the explorer. */
export function pageAt(address: string): Page {
  const { pathname, search } = new URL(address, location.origin)
  return readPage(pathname, search.slice(1))
}

/** Shows a page and makes an entry in the history. Showing the same address again makes none. */
export function go(targetPage: Page): void {
  const href = toPageHref(targetPage)
  if (href !== location.pathname + location.search) history.pushState(null, '', href)
  page.value = targetPage
}

/** Changes the address without an entry, as for what is still being typed. */
export function amend(targetPage: Page): void {
  history.replaceState(history.state, '', toPageHref(targetPage))
  page.value = targetPage
}

/** Follows Back and Forward, and links of the page itself. */
export function followAddress(): void {
  addEventListener('popstate', () => {
    page.value = currentPage()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || !isPlainClick(event) || !isOwn(link)) return
    event.preventDefault()
    go(readPage(link.pathname.slice(ROOT.length), link.search.slice(1)))
    scrollTo(0, 0)
  })
}

function currentPage(): Page {
  return readPage(location.pathname.slice(ROOT.length), location.search.slice(1))
}

function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}

function isOwn(link: HTMLAnchorElement): boolean {
  const below = link.pathname === ROOT || link.pathname.startsWith(`${ROOT}/`)
  return (
    link.origin === location.origin && below && link.target === '' && !link.hasAttribute('download')
  )
}
