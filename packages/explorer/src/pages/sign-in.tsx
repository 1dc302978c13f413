import type { Client } from '@tributary/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { callerOf, KINDS } from '../answers/credentials.ts'
import { failureOf } from '../answers/failure.ts'
import { type Caller, signIn } from '../answers/session.ts'
import { texts } from '../text/language.ts'

/** What a header can carry as a token; another text would not be sent at all. */
const TOKEN = { pattern: '(Bearer +)?[A-Za-z0-9._~+\\/=\\-]+\\s*' }

/** Asks for a credential and tries it with one call. */
export function SignInPage({ clientOf }: { clientOf(one: Caller): Client }): JSX.Element {
  const { signIn: words, states } = texts.value
  const [kind, setKind] = useState<(typeof KINDS)[number]>('APIKEY')
  const isBearer = kind === 'BEARER'
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form)
    const field = (name: string) => String(fields.get(name) ?? '')
    const one = callerOf({ kind, tenant: field('tenant'), secret: field('secret') })
    setProblem(null)
    try {
      await clientOf(one).searchCatalog({ limit: 1 })
      signIn(one)
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'unreachable') setProblem(states.unreachable)
      else setProblem(failure.kind === 'unauthenticated' ? words.refused : messageOf(error))
    }
  }

  return (
    <form
      class="sign-in card"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <h1>{words.title}</h1>
      <label>
        {words.kind}
        <select
          value={kind}
          onChange={({ currentTarget }) => setKind(KINDS[currentTarget.selectedIndex] ?? 'APIKEY')}
        >
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {words.kinds[one]}
            </option>
          ))}
        </select>
      </label>
      {!isBearer && (
        <label>
          {words.tenant}
          <input name="tenant" required maxLength={32} autocomplete="organization" />
        </label>
      )}
      <label>
        {words.secret}
        <input
          name="secret"
          type="password"
          required
          {...(isBearer ? TOKEN : { maxLength: 32 })}
          autocomplete={isBearer ? 'off' : 'current-password'}
        />
      </label>
      {problem !== null && (
        <p class="note" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="main">
        {words.submit}
      </button>
    </form>
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
