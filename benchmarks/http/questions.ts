import type { UserAttributesQuery } from '@tributary/contract'

const attributes: UserAttributesQuery = {
  identityType: 'USER_ACCOUNT',
  identityValues: ['demo'],
}

/** What the servers are asked. */
export const QUESTIONS: {
  readonly attributes: UserAttributesQuery
  /** Another write each time. */
  readonly save: (n: number) => unknown
} = {
  attributes,
  save: (n) => ({
    identityType: 'USER_ACCOUNT',
    userPropertyRequests: [
      {
        identityValue: 'demo',
        properties: [{ name: `shift${n % 100}`, value: String(n) }],
      },
    ],
  }),
}

/** One operation under load. */
export interface Question {
  readonly name: string
  readonly head: string
  /** The body of the n-th request; null for none. */
  readonly body: ((n: number) => unknown) | null
}

/** dimensionDetail, userAttributes and saveUserAttributes. */
export const CASES: readonly Question[] = [
  { name: 'dimensionDetail', head: 'GET /api/v1/dimension/detail?dimName=origin', body: null },
  {
    name: 'userAttributes',
    head: 'POST /api/v1/userPropertyValue/list',
    body: () => QUESTIONS.attributes,
  },
  {
    name: 'saveUserAttributes',
    head: 'POST /api/v1/userPropertyValue/save',
    body: QUESTIONS.save,
  },
]

/** The bytes of the n-th request of a question; the secrets take turns. */
export function bytesOf(question: Question, secrets: readonly string[]): (n: number) => string {
  const bySecret = secrets.map((secret) => bytesWith(question, secret))
  return (n) => bySecret[n % bySecret.length]!(n)
}

function bytesWith({ head, body }: Question, secret: string): (n: number) => string {
  const start = `${head} HTTP/1.1\r\nhost: localhost\r\ntenant-id: demo\r\nauth-type: APIKEY\r\nauth-value: ${secret}\r\n`
  if (body === null) {
    const bytes = `${start}\r\n`
    return () => bytes
  }
  return (n) => {
    const text = JSON.stringify(body(n))
    return `${start}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  }
}
