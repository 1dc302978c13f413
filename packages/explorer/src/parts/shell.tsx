import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ALL_OPERATIONS } from '../address/operations-state.ts'
import { HOME, type Page } from '../address/page.ts'
import { go, linkTo, page, toPageHref } from '../answers/place.ts'
import { caller, signOut } from '../answers/session.ts'
import { chooseLanguage, LANGUAGES, texts } from '../text/language.ts'
import { Shortcuts } from './shortcuts.tsx'
import { chooseTheme, THEMES, type Theme, theme } from './theme.ts'

/** The frame of every page: navigation, search, language, theme. */
export function Shell({ children }: { children: ComponentChildren }): JSX.Element {
  const { shell, pages } = texts.value
  return (
    <>
      <a class="skip" href="#content">
        {shell.skip}
      </a>
      <header>
        <a class="brand" href={toPageHref(HOME)}>
          Tributary
        </a>
        <nav aria-label={shell.navigation}>
          <NavLink to={HOME} is={['home', 'why']} label={pages.home} />
          <NavLink
            to={{ page: 'catalog', search: { text: '', type: null } }}
            is={['catalog', 'metric', 'dimension', 'dataset', 'view', 'lineage']}
            label={pages.catalog}
          />
          <NavLink
            to={{ page: 'operations', state: ALL_OPERATIONS }}
            is={['operations']}
            label={pages.operations}
          />
        </nav>
        <Search />
        <Choices />
      </header>
      <Shortcuts />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** The surroundings of an embedded page: a link to the same page outside of the frame. */
export function EmbeddedShell({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer>
        <a href={linkTo(page.value)} target="_blank" rel="noreferrer">
          {texts.value.shell.openOutside}
        </a>
      </footer>
    </>
  )
}

function NavLink({
  to,
  is,
  label,
}: {
  to: Page
  is: readonly string[]
  label: string
}): JSX.Element {
  const isHere = is.includes(page.value.page)
  return (
    <a href={toPageHref(to)} aria-current={isHere ? 'page' : undefined}>
      {label}
    </a>
  )
}

/** The search field; Control or Command with K puts the cursor there. */
function Search(): JSX.Element {
  const { shell } = texts.value
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          go({ page: 'catalog', search: { text: field.current?.value ?? '', type: null } })
        }}
      >
        <input ref={field} type="search" aria-label={shell.search} placeholder={shell.search} />
        <kbd>Ctrl K</kbd>
      </form>
    </search>
  )
}

function Choices(): JSX.Element {
  const { shell } = texts.value
  const currentCaller = caller.value
  return (
    <div class="choices">
      <select
        aria-label={shell.language}
        value={texts.value.tag}
        onChange={(event) => chooseLanguage(event.currentTarget.value)}
      >
        {LANGUAGES.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={shell.theme}
        value={theme.value}
        onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {shell.themes[name]}
          </option>
        ))}
      </select>
      {currentCaller !== null && currentCaller !== 'PROXY' && (
        <button type="button" class="plain" title={shell.signOut} onClick={signOut}>
          {shell.signOut}
        </button>
      )}
    </div>
  )
}
