import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TimeComparisonRequest, VertexLineageQuery } from '@tributary/contract'
import type { Credentials } from '@tributary/platform'
import { THIS_MACHINE } from '@tributary/server'
import { type Command, Option } from 'commander'
import { parsePort, parseRows } from '../flags/parse.ts'
import { renderAttributionAnswer } from '../render/attribution-answer.ts'
import { renderLineage } from '../render/lineage.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import { serveUntilInterrupt } from '../session/serve.ts'
import type { Run } from '../terminal/run.ts'

/** The title of the demo's question. */
export const DEMO_TITLE = 'Why were flights so much later in June 2001 than in May?'

/** The demo's question as a request of the API. */
export const DEMO_QUESTION: TimeComparisonRequest = {
  metric: 'average_delay',
  dimensions: ['origin_state', 'distance_band', 'destination'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
    compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
  },
}

/** Its two sides as a person reads them. */
const DEMO_NOTES = { current: '2001-06', compare: '2001-05' }

/** The demo's question about lineage. */
export const DEMO_LINEAGE: VertexLineageQuery = {
  vertex_type: 'METRIC',
  vertex_id: DEMO_QUESTION.metric,
  input_step: 3,
  output_step: 1,
}

interface DemoOptions {
  readonly once?: true
  readonly port: number
  readonly rows: number
  readonly workspace: string
}

/** How many task instances the demo runs at once, so that a backfill is done while it serves. */
const WORKERS = 2

/** Only this machine can reach the demo, so it can trust the headers that name a caller. */
const LOOPBACK = '127.0.0.1'

/** In the installed package, which `publish/sample.ts` gives a sample of its own. */
const PACKED_SAMPLE = join(import.meta.dirname, '../sample/flights')
const SAMPLE = existsSync(PACKED_SAMPLE)
  ? PACKED_SAMPLE
  : join(import.meta.dirname, '../../../../examples/flights')

/** Adds `tributary demo`, which answers a question on the sample workspace and then serves the API. */
export function addDemo(command: Command, run: Run): void {
  command
    .option('--once', 'print the answer and exit without starting the server')
    .option('--port <n>', 'port to listen on; 0 picks a free port', parsePort, 8080)
    .option('--rows <n>', 'rows to show per table for each direction of change', parseRows, 5)
    .addOption(
      new Option('--workspace <dir>', 'folder with the YAML files').default(SAMPLE, 'the flights'),
    )
    .action((options: DemoOptions) => demo(options, run))
}

/** A request that `curl` can send. */
export interface CurlRequest {
  readonly url: string
  readonly credentials: Credentials
  /** The JSON body; the request is a POST. */
  readonly body: unknown
}

/** The command for a POSIX shell that sends the request: copy, paste, run. */
export function renderCurl(request: CurlRequest): string {
  const { tenantId, authType, authValue } = request.credentials
  const headers = [
    ['content-type', 'application/json'],
    ['tenant-id', tenantId],
    ['auth-type', authType],
    ['auth-value', authValue],
  ]
  return [
    `curl -sS ${quote(request.url)}`,
    ...headers.map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`),
    `  -d ${quote(JSON.stringify(request.body, null, 2))}`,
  ].join(' \\\n')
}

async function demo(options: DemoOptions, run: Run): Promise<void> {
  const workers = options.once ? 0 : WORKERS
  await askAsOwner({ folder: options.workspace, workers }, run, async (session) => {
    if (options.once) {
      await printAnswer(session, options.rows, run)
      printCurl(`http://${LOOPBACK}:${options.port === 0 ? 8080 : options.port}`, session, run)
      return
    }
    const { tenantId, authValue } = session.credentials
    await serveUntilInterrupt({
      platform: session.platform,
      host: LOOPBACK,
      port: options.port,
      effects: run.effects,
      // The demo listens on loopback only and takes an account by its name.
      settings: {
        trustedProxy: THIS_MACHINE,
        explorer: { caller: { tenantId, authType: 'ACCOUNT', authValue } },
      },
      onListening: async (url) => {
        run.progress.clear()
        run.print([run.paint('title', `Explorer: ${url}/explorer`)])
        await printAnswer(session, options.rows, run)
        printCurl(url, session, run)
      },
    })
  })
}

async function printAnswer(session: OwnerSession, rows: number, run: Run): Promise<void> {
  const { platform, caller } = session
  const { effects, paint, print } = run
  run.progress.show('explaining the average delay')
  const request = DEMO_QUESTION
  const answer = await platform.as(caller).compareTimes(request, { signal: effects.signal })
  const width = effects.stdout.columns
  const demoAnswer = { title: DEMO_TITLE, notes: DEMO_NOTES, request, answer }
  print(['', ...renderAttributionAnswer({ ...demoAnswer, rows, paint, width })])
  const lineage = await platform.as(caller).vertexLineage(DEMO_LINEAGE)
  print(['', paint('title', `Lineage of ${DEMO_QUESTION.metric}`), ''])
  print([...renderLineage(lineage, DEMO_LINEAGE, paint), ''])
}

function printCurl(url: string, session: OwnerSession, run: Run): void {
  const request = {
    url: `${url}/api/v1/attribution/dim_time_compare`,
    credentials: session.credentials,
    body: DEMO_QUESTION,
  }
  const page = run.paint('faint', `All operations: ${url}/docs`)
  run.print([
    run.paint('title', 'The same question over HTTP'),
    '',
    renderCurl(request),
    '',
    page,
    '',
  ])
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
