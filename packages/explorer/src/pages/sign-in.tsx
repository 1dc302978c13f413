import type { Client, Credentials } from '@tributary/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { failureOf } from '../answers/failure.ts'
import { signIn } from '../answers/session.ts'
import { texts } from '../text/language.ts'

const KINDS = ['APIKEY', 'TOKEN', 'ACCOUNT', 'UID'] as const

/** Asks for a credential and tries it with one call. */
export function SignInPage({ clientOf }: { clientOf(one: Credentials): Client }): JSX.Element {
  const { signIn: words, states } = texts.value
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (form: HTMLFormElement) => {
    const fields = new FormData(form)
    const field = (name: string) => String(fields.get(name) ?? '').trim()
    const credentials: Credentials = {
      tenantId: field('tenant'),
      authType: KINDS.find((kind) => kind === field('kind')) ?? 'APIKEY',
      authValue: field('secret'),
    }
    setProblem(null)
    try {
      await clientOf(credentials).searchCatalog({ limit: 1 })
      signIn(credentials)
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
        {words.tenant}
        <input name="tenant" required maxLength={32} autocomplete="organization" />
      </label>
      <label>
        {words.kind}
        <select name="kind">
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.secret}
        <input
          name="secret"
          type="password"
          required
          maxLength={32}
          autocomplete="current-password"
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
