import { type JSX, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import './page.css'
import { HOME } from './address/page.ts'
import { classifyFailure } from './answers/failure.ts'
import { followAddress, isEmbedded, page, SERVICE, toPageHref } from './answers/place.ts'
import {
  caller,
  createCallerClient,
  namedCaller,
  rememberedCaller,
  signIn,
} from './answers/session.ts'
import { CatalogPage } from './pages/catalog.tsx'
import { DatasetPage } from './pages/dataset.tsx'
import { DimensionPage } from './pages/dimension.tsx'
import { HomePage } from './pages/home/home-page.tsx'
import { LineagePage } from './pages/lineage/lineage-page.tsx'
import { MetricPage } from './pages/metric.tsx'
import { OperationsPage } from './pages/operations/operations-page.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { ViewPage } from './pages/view.tsx'
import { WhyPage } from './pages/why/why-page.tsx'
import { copyExactly } from './parts/copy-exact.ts'
import { followHost, isFramed } from './parts/host.ts'
import { EmbeddedShell, Shell } from './parts/shell.tsx'
import { startTheme } from './parts/theme.ts'
import { startLanguage, texts } from './text/language.ts'

/** The whole page. */
function Explorer(): JSX.Element {
  const [isReady, setReady] = useState(isFramed)
  useEffect(() => {
    if (!isFramed) findCaller().finally(() => setReady(true))
  }, [])
  const Around = isEmbedded ? EmbeddedShell : Shell
  return <Around>{isReady && <Content />}</Around>
}

function Content(): JSX.Element {
  if (caller.value !== null) return <CurrentPage />
  if (isFramed) return <p class="note">{texts.value.signIn.byHost}</p>
  return <SignInPage clientOf={createTrialClient} />
}

function createTrialClient(identity: Parameters<typeof createCallerClient>[0]) {
  return createCallerClient(identity, SERVICE)
}

/** Signs in whom this tab remembers; else a proxy may name the caller, so one question is asked without credentials. */
async function findCaller(): Promise<void> {
  const remembered = rememberedCaller() ?? namedCaller()
  if (remembered !== null) {
    caller.value = remembered
    return
  }
  try {
    await createTrialClient('PROXY').searchCatalog({ limit: 1 })
    signIn('PROXY')
  } catch (error) {
    if (classifyFailure(error).kind === 'fault') throw error
  }
}

function CurrentPage(): JSX.Element {
  const activePage = page.value
  switch (activePage.page) {
    case 'home':
      return <HomePage windows={activePage.windows} />
    case 'why':
      return <WhyPage state={activePage.state} />
    case 'catalog':
      return <CatalogPage search={activePage.search} />
    case 'metric':
      return <MetricPage name={activePage.name} />
    case 'dimension':
      return <DimensionPage name={activePage.name} />
    case 'dataset':
      return <DatasetPage name={activePage.name} />
    case 'view':
      return <ViewPage name={activePage.name} />
    case 'operations':
      return <OperationsPage state={activePage.state} />
    case 'lineage':
      return <LineagePage state={activePage.state} />
    case 'unknown':
      return (
        <p class="note">
          {texts.value.shell.unknownPage(activePage.path)}{' '}
          <a href={toPageHref(HOME)}>{texts.value.shell.goHome}</a>
        </p>
      )
  }
}

startTheme()
startLanguage(navigator.languages)
followAddress()
copyExactly()
if (isFramed) followHost()
render(<Explorer />, document.getElementById('page')!)
