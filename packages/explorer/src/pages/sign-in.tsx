import type { Client } from '@tributary/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { KINDS, toCredentials } from '../answers/credentials.ts'
import { classifyFailure } from '../answers/failure.ts'
import { type Caller, signIn } from '../answers/session.ts'
import { texts } from '../text/language.ts'

/** The texts that a header can carry as a token; another text would not be sent at all. */
const TOKEN = { pattern: '(Bearer +)?[A-Za-z0-9._~+\\/=\\-]+\\s*' }

/** Asks for a credential and tries it with one call. */
export function SignInPage({ clientOf }: { clientOf(identity: Caller): Client }): JSX.Element {
  const { signIn: words, states } = texts.value
  const [kind, setKind] = useState<(typeof KINDS)[number]>('APIKEY')
  const isBearer = kind === 'BEARER'
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form)
    const field = (name: string) => String(fields.get(name) ?? '')
    const credentials = toCredentials({ kind, tenant: field('tenant'), secret: field('secret') })
    setProblem(null)
    try {
      await clientOf(credentials).searchCatalog({ limit: 1 })
      signIn(credentials)
    } catch (error) {
      const failure = classifyFailure(error)
      if (failure.kind === 'unreachable') setProblem(states.unreachable)
      else setProblem(failure.kind === 'unauthenticated' ? words.refused : getErrorMessage(error))
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
          {KINDS.map((credentialKind) => (
            <option key={credentialKind} value={credentialKind}>
              {words.kinds[credentialKind]}
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

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
