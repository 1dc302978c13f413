import { type JSX, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import './page.css'
import { HOME } from './address/page.ts'
import { failureOf } from './answers/failure.ts'
import { followAddress, hrefOf, isEmbedded, page, SERVICE } from './answers/place.ts'
import { caller, clientOf, namedCaller, rememberedCaller, signIn } from './answers/session.ts'
import { CatalogPage } from './pages/catalog.tsx'
import { DatasetPage } from './pages/dataset.tsx'
import { DimensionPage } from './pages/dimension.tsx'
import { HomePage } from './pages/home.tsx'
import { LineagePage } from './pages/lineage.tsx'
import { MetricPage } from './pages/metric.tsx'
import { OperationsPage } from './pages/operations.tsx'
import { SignInPage } from './pages/sign-in.tsx'
import { ViewPage } from './pages/view.tsx'
import { WhyPage } from './pages/why.tsx'
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
  return <SignInPage clientOf={trialOf} />
}

function trialOf(one: Parameters<typeof clientOf>[0]) {
  return clientOf(one, SERVICE)
}

/** Signs in whom this tab remembers; else a proxy may name the caller, so one question is asked without credentials. */
async function findCaller(): Promise<void> {
  const remembered = rememberedCaller() ?? namedCaller()
  if (remembered !== null) {
    caller.value = remembered
    return
  }
  try {
    await trialOf('PROXY').searchCatalog({ limit: 1 })
    signIn('PROXY')
  } catch (error) {
    if (failureOf(error).kind === 'fault') throw error
  }
}

function CurrentPage(): JSX.Element {
  const one = page.value
  switch (one.page) {
    case 'home':
      return <HomePage windows={one.windows} />
    case 'why':
      return <WhyPage state={one.state} />
    case 'catalog':
      return <CatalogPage search={one.search} />
    case 'metric':
      return <MetricPage name={one.name} />
    case 'dimension':
      return <DimensionPage name={one.name} />
    case 'dataset':
      return <DatasetPage name={one.name} />
    case 'view':
      return <ViewPage name={one.name} />
    case 'operations':
      return <OperationsPage state={one.state} />
    case 'lineage':
      return <LineagePage state={one.state} />
    case 'unknown':
      return (
        <p class="note">
          {texts.value.shell.unknownPage(one.path)}{' '}
          <a href={hrefOf(HOME)}>{texts.value.shell.goHome}</a>
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
