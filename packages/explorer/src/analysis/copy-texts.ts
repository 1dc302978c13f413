import { rangeText } from '@tributary/expression'
import type { Peer, WhyState } from '../address/why-state.ts'
import {
  type Comparison,
  type DimensionTypes,
  listPageConditions,
  type Windows,
} from './why-question.ts'

/** A question as the service takes it. */
export interface CopiedQuestion {
  readonly metric: string
  readonly dimensions: readonly string[]
  readonly comparison: Comparison
}

const OPERATIONS = {
  windows: { path: 'dim_time_compare', method: 'compareTimes' },
  peers: { path: 'dim_peer_compare', method: 'comparePeers' },
} as const

/** The HTTP request that asks a question. The credential is a variable of the shell. */
export function curlText(service: string, question: CopiedQuestion): string {
  const { path } = OPERATIONS[question.comparison.kind]
  return [
    `curl -sS ${quoteShellArgument(`${service}/api/v1/attribution/${path}`)}`,
    "-H 'content-type: application/json'",
    '-H "tenant-id: $TRIBUTARY_TENANT"',
    "-H 'auth-type: APIKEY'",
    '-H "auth-value: $TRIBUTARY_API_KEY"',
    `-d ${quoteShellArgument(JSON.stringify(toAttributionBody(question)))}`,
  ].join(' \\\n  ')
}

/** The TypeScript that asks a question with `@tributary/client`. The credential is a variable of the environment. */
export function scriptText(service: string, question: CopiedQuestion): string {
  const { method } = OPERATIONS[question.comparison.kind]
  return `import { createClient } from '@tributary/client'

const client = createClient({
  baseUrl: ${JSON.stringify(service)},
  credentials: {
    tenantId: process.env.TRIBUTARY_TENANT!,
    authType: 'APIKEY',
    authValue: process.env.TRIBUTARY_API_KEY!,
  },
})
const { tables } = await client.${method}(${JSON.stringify(toAttributionBody(question), null, 2)})
`
}

/** The service, and the windows and types that a command is written with. */
export interface CommandOptions {
  /** The address of the service. */
  readonly service: string
  readonly windows: Windows
  readonly dimensions: readonly string[]
  readonly types: DimensionTypes
}

/** The command that asks the service the same in a terminal, with the credential of the environment; null where it has no words for it, as for a group without a value. */
export function commandText(
  state: WhyState,
  { service, windows, dimensions, types }: CommandOptions,
): string | null {
  const { peers } = state
  if (peers?.current?.value === null || peers?.compare?.value === null) return null
  const sides =
    peers === null
      ? (['--compare', rangeText(windows.compare)] as const)
      : ([
          '--peers',
          `${peers.dimension}=${quoteListValue(peers.current)},${quoteListValue(peers.compare)}`,
        ] as const)
  const flags = [
    ['--current', rangeText(windows.current)],
    sides,
    ...dimensions.map((dimension) => ['--by', dimension] as const),
    ...listPageConditions(state, types).map((text) => ['--where', text] as const),
    ['--url', service],
  ] as const
  const mean = state.mean ? ' --average' : ''
  return `tributary explain ${quoteShellArgument(state.metric)}${mean} ${flags.map(([flag, text]) => `${flag} ${quoteShellArgument(text)}`).join(' ')}`
}

/** A value in a list of the command line; one with a comma or a quote stands in quotes. */
function quoteListValue(peer: Peer | null): string {
  const text = peer?.value ?? ''
  return /^[^",\s]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`
}

/** One argument of a POSIX shell. */
export function quoteShellArgument(text: string): string {
  return /^[\w./:,@+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function toAttributionBody({ metric, dimensions, comparison }: CopiedQuestion): object {
  return { metric, dimensions, contributions: true, attribution: comparison.attribution }
}
