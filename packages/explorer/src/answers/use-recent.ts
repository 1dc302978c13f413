import { useEffect, useState } from 'preact/hooks'
import { pageAddress } from '../address/page.ts'
import { type RecentQuestion, readRecent, recentText, withRecent } from '../analysis/recent.ts'
import { keep, readKept } from '../storage.ts'
import { getClient } from './client.ts'
import { isEmbedded } from './place.ts'
import { useAnswer } from './use-answer.ts'

/** The name under which the browser keeps the questions of the caller's account; null until the account is known. */
function useKeptName(): string | null {
  const { answer, isOld } = useAnswer({
    key: 'account',
    ask: async (signal) => {
      const { tenant, account } = await getClient().caller({ signal })
      return `recent ${JSON.stringify([tenant, account])}`
    },
  })
  return isOld ? null : answer
}

/** Keeps a question among those of the caller. Pages in frames keep nothing. */
export function useKeptQuestion({ name, state }: RecentQuestion): void {
  const storageName = useKeptName()
  const address = pageAddress({ page: 'why', state })
  useEffect(() => {
    if (storageName === null || isEmbedded) return
    keep(
      'always',
      storageName,
      recentText(withRecent(readRecent(readKept('always', storageName)), { name, state })),
    )
  }, [storageName, name, address])
}

/** The questions that the caller has asked in this browser, and what forgets them. */
export function useRecent(): { readonly questions: readonly RecentQuestion[]; forget(): void } {
  const storageName = useKeptName()
  const [isForgotten, setForgotten] = useState(false)
  const isEmpty = storageName === null || isEmbedded || isForgotten
  return {
    questions: isEmpty ? [] : readRecent(readKept('always', storageName)),
    forget: () => {
      if (storageName !== null) keep('always', storageName, null)
      setForgotten(true)
    },
  }
}
